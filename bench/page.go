package main

import (
	_ "embed"
	"html/template"
	"io"
	"time"
)

//go:embed page.html
var pageSource string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"svg":    chart.svg,
	"isText": func(i int, name string) bool { return i == 0 || isText(name) },
	"column": func(g grid, i int) string { return g.Columns[i] },
	"round":  func(d time.Duration) time.Duration { return d.Round(time.Second) },
}).Parse(pageSource))

// writePage writes one HTML file that needs nothing from elsewhere.
func (r report) writePage(w io.Writer) error { return page.Execute(w, r) }
