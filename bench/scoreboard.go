package main

import (
	"fmt"
	"strings"
)

// score is a line of the peers' table: one figure of every side, and what murmur is to reach. Several matches in one line
// give the worst of them.
type score struct {
	label     string
	metric    metric
	ofPeer    float64 // murmur's share of the better protoactor-go, at most; 0: not judged
	ofChannel float64 // and of the better channel
	most      target
	matches   []string
}

// target is a bound on murmur's own figure.
type target struct {
	bound float64
	set   bool
}

func atMost(bound float64) target { return target{bound, true} }

var (
	channelSides = []string{unbuffered, buffered}
	peerSides    = []string{ownQueue, lockFree}
)

var scoreboard = []score{
	{pingPong, nsPerMessage, 1 / 5.0, 1 / 2.8, target{}, []string{pingPong}},
	{ring503, nsPerMessage, 1 / 5.0, 1 / 2.5, target{}, []string{ring503}},
	{eightToOne, nsPerMessage, 1 / 3.5, 1 / 1.7, target{}, []string{eightToOne}},
	{oneTo64, nsPerMessage, 1 / 3.3, 1 / 1.4, target{}, []string{oneTo64}},
	{pairs64, nsPerMessage, 1 / 7.0, 1 / 4.0, target{}, []string{pairs64}},
	{askTrip, nsPerMessage, 1 / 8.0, 1 / 1.2, target{}, []string{askTrip}},
	{deepPing, nsPerMessage, 0, 0, target{}, []string{deepPing}},
	{coldPing, nsPerMessage, 0, 0, target{}, []string{coldPing}},
	{"allocations per message", allocsPerMessage, 0, 0, atMost(0), []string{pingPong, ring503, eightToOne, oneTo64, pairs64}},
	{"bytes per idle component", bytesEach, 0, 0, atMost(256), []string{memory}},
	{"goroutines per idle component", goroutinesEach, 0, 0, atMost(0), []string{memory}},
	{"spawn, ns", nsPerSpawn, 1 / 4.0, 0, target{}, []string{memory}},
	{"skynet, ms", milliseconds, 1 / 5.0, 0, target{}, []string{skynet}},
}

// figure is the worst over the line's matches of the best of these sides.
func (l score) figure(r results, sides ...string) (worst figure, ok bool) {
	for _, m := range l.matches {
		f, _, measured := r.best(m, l.metric, sides...)
		if !measured {
			return figure{}, false
		}
		if !ok || f.Median > worst.Median {
			worst, ok = f, true
		}
	}
	return worst, ok
}

// share is murmur's figure as a share of the best of these sides.
func (l score) share(r results, sides ...string) (float64, bool) {
	ours, ok := l.figure(r, onWorkers)
	theirs, also := l.figure(r, sides...)
	if !ok || !also || theirs.Median == 0 {
		return 0, false
	}
	return ours.Median / theirs.Median, true
}

type judgement int

const (
	unjudged judgement = iota
	yes
	no
)

// judge says whether murmur reaches all that the line asks of it.
func (l score) judge(r results) judgement {
	verdict := unjudged
	ask := func(asked, measured, reached bool) {
		switch {
		case !asked || !measured || verdict == no:
		case reached:
			verdict = yes
		default:
			verdict = no
		}
	}
	peer, ok := l.share(r, peerSides...)
	ask(l.ofPeer > 0, ok, peer <= l.ofPeer)
	channel, ok := l.share(r, channelSides...)
	ask(l.ofChannel > 0, ok, channel <= l.ofChannel)
	ours, ok := l.figure(r, onWorkers)
	ask(l.most.set, ok, ours.Median <= l.most.bound+rounding)
	return verdict
}

// rounding is what a count per message or component may have of what the run itself needed once.
const rounding = 0.005

func (l score) cells(r results) []string {
	cells := []string{l.label}
	for _, sides := range [][]string{{onWorkers}, {ownGoroutine}, channelSides, peerSides} {
		cells = append(cells, l.cell(r, sides...))
	}
	if l.most.set {
		return append(cells, fmt.Sprintf("≤ %.0f", l.most.bound), "", "", "", "", l.judge(r).String())
	}
	peer, peerMeasured := l.share(r, peerSides...)
	channel, channelMeasured := l.share(r, channelSides...)
	return append(cells, "", fraction(peer, peerMeasured), bound(l.ofPeer),
		fraction(channel, channelMeasured), bound(l.ofChannel), l.judge(r).String())
}

func (l score) cell(r results, sides ...string) string {
	f, ok := l.figure(r, sides...)
	if !ok {
		return notMeasured
	}
	if l.most.set && l.most.bound == 0 {
		return hundredths(f.Median)
	}
	return strings.TrimSpace(number(f.Median) + " " + f.spread())
}

// fraction writes a share as the targets are written: 1/5.2 for a fifth and less.
func fraction(share float64, ok bool) string {
	switch {
	case !ok:
		return notMeasured
	case share <= 0:
		return "0"
	case share < 1:
		return fmt.Sprintf("1/%.3g", 1/share)
	}
	return fmt.Sprintf("%.1f×", share)
}

func bound(share float64) string {
	if share == 0 {
		return ""
	}
	return fmt.Sprintf("≤ 1/%.2g", 1/share)
}

func (j judgement) String() string { return [...]string{"", "yes", "no"}[j] }
