export interface Part {
  name: string
  text: string
}

/** A file, cut where something begins at the left edge. */
export function partsOf(text: string): Part[] {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, at) =>
    /^(?:export |async |function |const |class |interface )/.test(line) ? [at] : [],
  )
  return starts.map((start, index) => {
    const name = /(?:function|const|class|interface)\s+(\w+)/.exec(lines[start]!)?.[1] ?? ''
    return { name, text: lines.slice(start, starts[index + 1]).join('\n') }
  })
}
