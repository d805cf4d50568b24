// Bench answers what messaging costs as the number of components grows, and how murmur stands beside plain goroutines
// with channels and beside protoactor-go, on the same work in the same run.
//
//	go run ./bench              the tables idle and active, in less than two minutes
//	go run ./bench peers        the workloads side by side, with the ratios to reach
//	go run ./bench list         the experiments and their questions
//	go run ./bench idle -n 10,5000 -duration 5s -count 5
//
// It prints tables, and writes the same to bench-report.html, one file that needs nothing else, and to
// bench-report.json, which holds every sample.
//
// # What is guaranteed
//
//   - Same work: what a component does is written once, as a part, and every side runs it; a side adds only the
//     spawning, sending and receiving in its own idiom.
//   - Honest operations: an operation is a message handled. What was sent, handled and dropped is counted by the parts
//     and by the runtime itself where it counts; if the two differ, or do not add up, the run ends with an error.
//   - Each sample is taken in a process of its own, and the sides take turns, so that no side measures the garbage or the
//     warm caches of another. What is printed is the median, and half the distance from the least to the largest
//     sample.
//   - Bounded flight: producers do not wait for each message, but at most a fixed number of messages is in flight, on
//     every side the same, so that no side measures the growth of its memory.
//   - Other load is seen: a sample during which other processes used more than 15 % of the machine is marked.
//
// # How it is built
//
// An experiment is one file with one type behind the interface experiment: name, question, parameters, points, run,
// table, chart and verdict. The list in experiment.go is the only other place that knows it. The runner takes the
// points of all chosen experiments in turn, round after round; a point is measured by this same program, started again
// with the hidden command sample.
package main
