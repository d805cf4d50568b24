package mailbox_test

import (
	"fmt"

	"github.com/murmur-go/murmur/mailbox"
)

// The producer that finds a mailbox idle schedules its consumer, which takes what there is and gives its turn back.
func ExampleMailbox() {
	var box mailbox.Mailbox[string]
	box.Init(false, mailbox.Rules{})

	consume := func() {
		for {
			v, _, what := box.Take()
			switch {
			case what == mailbox.Took:
				fmt.Println("took", v)
			case box.Release():
				fmt.Println("idle")
				return
			}
		}
	}
	schedule := box.Put("one") == mailbox.Wake
	fmt.Println("to schedule:", schedule)
	schedule = box.Put("two") == mailbox.Wake
	fmt.Println("to schedule:", schedule)
	consume()
	// Output:
	// to schedule: true
	// to schedule: false
	// took one
	// took two
	// idle
}
