package actor
import ("testing";"unsafe")
func TestSize(t *testing.T){ t.Log(unsafe.Sizeof(cell[ball]{}), unsafe.Sizeof(component{}), unsafe.Sizeof(rare{})) }
