package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// job is one sample to take, as handed to the process that takes it.
type job struct {
	Experiment string  `json:"experiment"`
	Options    options `json:"options"`
	Point      point   `json:"point"`
}

// sampleCommand is the hidden command of that process.
const sampleCommand = "sample"

// takeSample starts this program again for one sample, and sees how busy the machine was otherwise.
func takeSample(ctx context.Context, j job) (sample, error) {
	self, err := os.Executable()
	if err != nil {
		return sample{}, fmt.Errorf("find this program: %w", err)
	}
	argument, err := json.Marshal(j)
	if err != nil {
		return sample{}, err
	}
	var out, complaint bytes.Buffer
	c := exec.CommandContext(ctx, self, sampleCommand, string(argument))
	c.Stdout, c.Stderr = &out, &complaint
	before := machineTime()
	if err := c.Run(); err != nil {
		return sample{}, failure(err, complaint.String())
	}
	own := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	var s sample
	if err := json.Unmarshal(out.Bytes(), &s); err != nil {
		return s, fmt.Errorf("read the sample: %w", err)
	}
	s.OtherLoad = machineTime().othersSince(before, own)
	return s, nil
}

// failure prefers what the process wrote to how it ended; of a crash, the first lines.
func failure(err error, complaint string) error {
	lines := strings.Split(strings.TrimPrefix(strings.TrimSpace(complaint), prefix), "\n")
	if lines[0] == "" {
		return err
	}
	return errors.New(strings.Join(lines[:min(len(lines), 12)], "\n"))
}

// answerJob is the other side of takeSample.
func answerJob(argument string, out io.Writer) error {
	var j job
	if err := json.Unmarshal([]byte(argument), &j); err != nil {
		return fmt.Errorf("read the job: %w", err)
	}
	e, err := experimentNamed(j.Experiment)
	if err != nil {
		return err
	}
	s, err := e.run(j.Options, j.Point)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(s)
}
