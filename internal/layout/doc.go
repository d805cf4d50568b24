// Package layout holds the tests that guard the shape of the module: who may import whom, and that what its documents show
// is what runs.
package layout
