import { memo, useCallback, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** What anybody would write first: a table of inputs, with rows that are drawn again only when they have changed. */
const rowCount = 500
const columnCount = 13

interface RowProps {
  index: number
  cells: readonly string[]
  onChange: (row: number, column: number, text: string) => void
}

const Row = memo(function Row({ index, cells, onChange }: RowProps) {
  return (
    <tr>
      {cells.map((text, column) => (
        <td key={column}>
          <input
            aria-label={`${index} ${column}`}
            value={text}
            onChange={(event) => onChange(index, column, event.target.value)}
          />
        </td>
      ))}
    </tr>
  )
})

function Sheet() {
  const [rows, setRows] = useState(() =>
    Array.from({ length: rowCount }, (_row, row) =>
      Array.from({ length: columnCount }, (_cell, column) => `${row} ${column}`),
    ),
  )
  const change = useCallback(
    (row: number, column: number, text: string) => setRows((now) => now.with(row, now[row]!.with(column, text))),
    [],
  )
  return (
    <table>
      <tbody>
        {rows.map((cells, index) => (
          <Row key={index} index={index} cells={cells} onChange={change} />
        ))}
      </tbody>
    </table>
  )
}

createRoot(document.getElementById('root')!).render(<Sheet />)
