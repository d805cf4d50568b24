// Package actor runs programs built from many small components that only talk by messages.
//
// A component is a behaviour, its state and a mailbox. It handles one message at a time, so that its state needs no lock.
// Sends never block, and what is sent is isolated, as if it had been marshaled. A component with nothing to do costs a few
// hundred bytes and no goroutine, so that a program may have one for each connection, device, order or room.
//
// The shortest whole program:
//
//	package main
//
//	import (
//		"context"
//		"fmt"
//		"log"
//
//		"github.com/murmur-go/murmur/actor"
//	)
//
//	type greet struct {
//		Name  string
//		Reply actor.Ref[string]
//	}
//
//	func greeter(c *actor.Context[greet], m greet) error {
//		m.Reply.Send(c, "hello, "+m.Name)
//		return nil
//	}
//
//	func main() {
//		ctx := context.Background()
//		system := actor.NewSystem()
//		defer system.Shutdown(ctx)
//
//		g := actor.SpawnFunc(system, greeter)
//		answer, err := actor.Ask(ctx, g, func(r actor.Ref[string]) greet { return greet{"world", r} })
//		if err != nil {
//			log.Fatal(err)
//		}
//		fmt.Println(answer) // hello, world
//	}
//
// A [System] holds the components. [Spawn] makes one from a type with state, [SpawnFunc] one from a function; both return
// its [Ref], the address that others send to. A Ref can itself be sent. Inside a handler, the [Context] is the component's
// hands: its own address, timers, children, stash. There is one message type for each component; where it takes several
// kinds, that type is an interface.
//
// # What you can rely on
//
//   - Send never blocks, never panics and returns nothing, whatever its target is: busy, full, stopped, restarting, or
//     the zero Ref.
//   - After Send returns, nothing that the sender does to its value can be seen by the receiver, and the other way round.
//   - Nothing vanishes. Each message ends exactly once: handled, or as a [DeadLetter] with its [Reason]. At rest,
//     [Stats] shows Sent == Handled + DeadLetters, exactly.
//   - A component handles one message at a time, and each handler call happens after the one before it, in the sense of
//     the Go memory model.
//   - An idle component uses no processor time, no goroutine and no timer. A system with nothing to do sleeps.
//   - No component can hold back the others: not by blocking, not by looping, not by failing.
//   - An error, a panic or a runtime.Goexit of a handler or hook is a [Failure] of that component and goes no further.
//     What follows it is a [Policy]; without one, a new instance takes over, at most ten times a minute.
//   - Every wait ends by the caller's context, and by no hidden timeout.
//
// # Order
//
// Messages from one sender to one component arrive in the order sent. Between different senders there is no order, nor
// between messages that took different ways, as through a pool. [Priority] orders by rank first. To stop is no message: it
// needs no room and comes before what is queued, which [Ref.Stop] leaves as dead letters; [Ref.Drain] has it handled first.
// The notice of [Context.Watch] comes after what its target sent, and no bound drops it.
//
// # How a value travels
//
// Where a Go assignment already isolates (booleans, numbers, strings, arrays and structs of these, [time.Time], Refs, and
// types that declare themselves Immutable) the value is copied. Any other value is encoded as MessagePack by the sender and
// decoded by the receiver. A type of which something would be lost on the way, such as a channel, a function or an
// unexported field beside a slice, is refused: Spawn panics, and names the field and the cure. Package
// [github.com/murmur-go/murmur/mailbox/wire] has the rules. [Shared] passes messages by reference, at the sender's risk.
//
// # Costs
//
// A copied message costs a few locked operations and no allocation; a marshaled one costs what encoding and decoding it
// costs. An [Ask] allocates its reply. A component is a few hundred bytes besides its state, and its mailbox grows with what
// waits in it and shrinks again. go run ./bench peers measures all that on your machine.
//
// # How components are scheduled
//
// There is one worker, a goroutine, for each processor (GOMAXPROCS, followed when it changes). A component with mail
// stands in the run queue of a worker, one without stands nowhere. A worker gives a component a turn, until its mailbox
// is empty or its budget of messages and time is spent, then the next. What a component sends to an idle one runs next
// on the same worker, while the message is still in its cache: this is why Send takes the Context. Workers without work
// take from others, then park; nothing ticks while a system is idle. A worker whose component blocks is replaced: at
// once in [Ask], in [Context.Block] and at a mailbox.Queue, otherwise by a monitor within milliseconds. So a handler may
// block; it then keeps a goroutine for as long as it does, and [OwnGoroutine] gives it one from the start. Workers let
// the other goroutines of the program run, often enough that these do not feel them.
//
// # Pitfalls
//
//   - The Context passed to Send or Ask inside a handler should be the component's own: it gives placement, and lets Ask
//     find cycles. Any other context is correct too.
//   - Most methods of a Context belong to its component's handlers. A goroutine started by a handler may send, and may pass
//     the Context on as a context.Context, but must not touch the component's state: [Go] brings results back as messages.
//   - Ask waits, and its component handles nothing meanwhile. Two that ask each other get [ErrCycle]. Prefer [AskThen]
//     inside components.
//   - Ask with a context that never ends waits as long as the target lives and does not reply.
//   - What a function of SpawnFunc closes over outlives a restart; the fields of an instance made by Spawn's factory do not.
//   - A mailbox without [Bounded] grows as long as messages come faster than they are handled. Bound what faces the outside,
//     and let producers there use [Ref.TrySend].
//   - [System.Rest] waits for messages, not for time or for what runs beside: timers and the work of Go are not waited for.
//   - Neither of Rest and Shutdown is for handlers: they would wait for themselves. And a main that returns without Shutdown
//     loses what is queued; give it a deadline, and print its error.
//   - An error in a message is an interface: inside a message that is marshaled its type needs a name (wire.Register), which
//     errors.New's has not. Send its text, or a type of your own.
//   - [System.Shutdown] drains all components at once. What they send to each other then is a dead letter: where that
//     matters, Rest first.
//
// # What to read next
//
// The examples (in example_*_test.go, or below on a web page), one question each: state, answers, names, failures, state machines, timers, topics, pools. Then the
// programs in the examples folder of the module, and package [github.com/murmur-go/murmur/mailbox] for queues that
// goroutines wait at.
package actor
