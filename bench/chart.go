package main

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// chart is lines over a number of components, or marks over categories.
type chart struct {
	Title, X, Y string
	LogX, LogY  bool
	Categories  []string // instead of numbers along X: a line's X is then an index
	Lines       []line
}

type line struct {
	Name string
	X, Y []float64
}

// The page's style sheet gives each of these colours a value for light and one for dark.
var (
	ink    = color.RGBA{0x01, 0x01, 0x01, 0xff}
	faint  = color.RGBA{0x02, 0x02, 0x02, 0xff}
	series = []color.RGBA{{0x03, 0x01, 0x01, 0xff}, {0x03, 0x02, 0x02, 0xff}, {0x03, 0x03, 0x03, 0xff}, {0x03, 0x04, 0x04, 0xff}}
	marks  = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}}

	styled = strings.NewReplacer("#010101", "var(--ink)", "#020202", "var(--faint)",
		"#030101", "var(--series1)", "#030202", "var(--series2)", "#030303", "var(--series3)", "#030404", "var(--series4)")
)

// margin is for the half of the last label that stands beyond the axis.
const margin = 24

// svg draws the chart for the page; nothing when there is nothing to draw.
func (c chart) svg() (template.HTML, error) {
	p := plot.New()
	p.Add(backdrop())
	if !c.draw(p) {
		return "", nil
	}
	c.dress(p)
	height := vg.Length(300)
	if len(c.Categories) > 0 {
		height = 380 // their names stand upright
	}
	canvas := vgsvg.New(480, height)
	p.Draw(draw.Crop(draw.New(canvas), 0, -margin, 0, 0))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return "", fmt.Errorf("draw %q: %w", c.Title, err)
	}
	return c.inline(b.String()), nil
}

// inline leaves out what only a file of its own needs.
func (c chart) inline(svg string) template.HTML {
	_, body, _ := strings.Cut(svg, "<svg")
	_, body, _ = strings.Cut(body, "viewBox=")
	box, body, _ := strings.Cut(body, "\n")
	_, body, _ = strings.Cut(body, ">")
	return template.HTML(`<svg role="img" aria-label="` + template.HTMLEscapeString(c.Title) + `" viewBox=` + box + ">" + styled.Replace(body))
}

// draw adds the lines to the plot, and says whether there was anything.
func (c chart) draw(p *plot.Plot) bool {
	drawn := false
	for i, l := range c.Lines {
		points := c.drawable(l)
		if len(points) == 0 {
			continue
		}
		drawn = true
		stroke, mark, err := plotter.NewLinePoints(points)
		if err != nil {
			continue // only values that drawable has left out
		}
		colour := series[i%len(series)]
		stroke.Color, stroke.Width = colour, 1.5
		mark.GlyphStyle = draw.GlyphStyle{Color: colour, Radius: 3.5, Shape: marks[i%len(marks)]}
		if len(c.Categories) > 0 {
			p.Add(mark)
			p.Legend.Add(l.Name, mark)
			continue
		}
		p.Add(stroke, mark)
		p.Legend.Add(l.Name, stroke, mark)
	}
	return drawn
}

// drawable leaves out what has no place on an axis.
func (c chart) drawable(l line) plotter.XYs {
	var points plotter.XYs
	for i := range l.X {
		x, y := l.X[i], l.Y[i]
		if c.LogX && x <= 0 || c.LogY && y <= 0 || math.IsNaN(y) || math.IsInf(y, 0) {
			continue
		}
		points = append(points, plotter.XY{X: x, Y: y})
	}
	return points
}

func (c chart) dress(p *plot.Plot) {
	p.X.Label.Text, p.Y.Label.Text = c.X, c.Y
	p.BackgroundColor = nil // the page's own
	c.scale(p)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Color, a.Label.TextStyle.Color, a.Tick.Label.Color = ink, ink, ink
		a.Tick.LineStyle.Color = ink
		a.Label.TextStyle.Font = sans(12)
		a.Tick.Label.Font = sans(11)
	}
	p.Legend.TextStyle.Font, p.Legend.TextStyle.Color = sans(11), ink
	p.Legend.Top, p.Legend.Left, p.Legend.Padding = true, true, 3
}

func backdrop() *plotter.Grid {
	g := plotter.NewGrid()
	g.Vertical.Color, g.Horizontal.Color = faint, faint
	return g
}

func (c chart) scale(p *plot.Plot) {
	if c.LogX {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, decades{}
	}
	if c.LogY {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, decades{}
		p.Y.Min, p.Y.Max = p.Y.Min/1.5, p.Y.Max*6 // room for the legend above
	} else {
		p.Y.Min, p.Y.Max = 0, p.Y.Max*1.4
	}
	if len(c.Categories) > 0 {
		p.NominalX(c.Categories...)
		p.X.Tick.Label.Rotation = math.Pi / 2
		p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
		p.X.Min, p.X.Max = -0.5, float64(len(c.Categories))-0.5
	}
}

func sans(size font.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// decades labels powers of ten in full, as 100,000, and where there are few of them also their doubles and halves.
type decades struct{}

func (decades) Ticks(low, high float64) []plot.Tick {
	ticks := plot.LogTicks{}.Ticks(low, high)
	for i, t := range ticks {
		ticks[i].Label = ""
		if i > 0 && t.Value == ticks[i-1].Value {
			continue // each power of ten comes twice
		}
		leading := math.Round(t.Value / math.Pow(10, math.Floor(math.Log10(t.Value)+1e-9)))
		if leading == 1 || high/low < 1000 && (leading == 2 || leading == 5) {
			ticks[i].Label = number(t.Value)
		}
	}
	return ticks
}
