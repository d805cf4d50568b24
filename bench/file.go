package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// outputs are the files a report goes to; an empty name is none.
type outputs struct{ HTML, JSON string }

// check says before anything is measured what could not be written after it.
func (o outputs) check() error {
	for _, name := range []string{o.HTML, o.JSON} {
		if name == "" {
			continue
		}
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			return fmt.Errorf("cannot write %s: it is a folder", name)
		}
		trial, err := os.CreateTemp(filepath.Dir(name), ".bench-*")
		if err != nil {
			return fmt.Errorf("cannot write %s: %w", name, reason(err))
		}
		trial.Close()
		os.Remove(trial.Name())
	}
	return nil
}

// reason leaves out the name of the trial file, which would only puzzle.
func reason(err error) error {
	if p, ok := err.(*os.PathError); ok {
		return p.Err
	}
	return err
}

func (o outputs) write(r report) error {
	if err := writeWhole(o.HTML, r.writePage); err != nil {
		return err
	}
	return writeWhole(o.JSON, r.writeJSON)
}

// writeWhole writes a file beside its place and moves it there, so that a reader sees the old one or the whole new one.
func writeWhole(name string, write func(io.Writer) error) (err error) {
	if name == "" {
		return nil
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("cannot write %s: %w", name, reason(err))
		}
	}()
	f, err := os.CreateTemp(filepath.Dir(name), ".bench-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // nothing once it was moved
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

func (r report) writeJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

func (o outputs) announce(w io.Writer) {
	for _, name := range []string{o.HTML, o.JSON} {
		if name != "" {
			fmt.Fprintln(w, "wrote", name)
		}
	}
}
