package main

import (
	"math"
	"strconv"

	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// grid is a table of text, for the terminal and for the page. Its first column is a name, the others are figures.
type grid struct {
	Title   string     `json:"title,omitempty"`
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
	Note    string     `json:"note,omitempty"`
}

// Cells and sentences for what is missing when a run was interrupted.
const (
	notMeasured = "–"
	tooLittle   = "Too little was measured for a verdict."
)

func (g *grid) add(cells ...string) { g.Rows = append(g.Rows, cells) }

// String draws it for a terminal.
func (g grid) String() string {
	w := table.NewWriter()
	w.SetStyle(plainStyle())
	w.AppendHeader(row(g.Columns))
	var columns []table.ColumnConfig
	for i, name := range g.Columns {
		columns = append(columns, column(i, name))
	}
	w.SetColumnConfigs(columns)
	for _, cells := range g.Rows {
		w.AppendRow(row(cells))
	}
	return w.Render()
}

// plainStyle has no lines but one under the header.
func plainStyle() table.Style {
	s := table.StyleLight
	s.Format.Header = text.FormatDefault
	s.Options = table.Options{SeparateHeader: true}
	return s
}

func column(i int, name string) table.ColumnConfig {
	c := table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight}
	if i == 0 || isText(name) {
		c.Align, c.AlignHeader = text.AlignLeft, text.AlignLeft
	}
	return c
}

func isText(column string) bool { return column == "side" }

func row(cells []string) table.Row {
	r := make(table.Row, len(cells))
	for i, c := range cells {
		r[i] = c
	}
	return r
}

// number writes a figure to three digits, and all digits of one that is larger.
func number(v float64) string {
	if v >= 100 {
		return humanize.Comma(int64(math.Round(v)))
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

func hundredths(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
