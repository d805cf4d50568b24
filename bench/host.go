package main

import (
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/shirou/gopsutil/v4/cpu"
)

// host is what the figures were measured on and with.
type host struct {
	Processor  string `json:"processor"`
	Cores      int    `json:"cores"`
	GOMAXPROCS int    `json:"gomaxprocs"`
	System     string `json:"system"`
	Go         string `json:"go"`
	Commit     string `json:"commit,omitempty"`
}

func thisHost() host {
	return host{
		Processor:  processor(),
		Cores:      runtime.NumCPU(),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
		System:     runtime.GOOS + "/" + runtime.GOARCH,
		Go:         runtime.Version(),
		Commit:     commit(),
	}
}

func processor() string {
	info, err := cpu.Info()
	if err != nil || len(info) == 0 || info[0].ModelName == "" {
		return "unknown"
	}
	return info[0].ModelName
}

// commit is the one that was built; go run does not record it, so then the one that is checked out here.
func commit() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value[:min(len(s.Value), 12)]
			}
		}
	}
	out, err := exec.Command("git", "describe", "--always", "--dirty", "--abbrev=12").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

func (h host) Parameters() []parameter {
	p := []parameter{
		{"processor", h.Processor},
		{"cores", comma(uint64(h.Cores))},
		{"GOMAXPROCS", comma(uint64(h.GOMAXPROCS))},
		{"system", h.System},
		{"Go", strings.TrimPrefix(h.Go, "go")},
	}
	if h.Commit != "" {
		p = append(p, parameter{"commit", h.Commit})
	}
	return p
}
