import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { createRoot } from 'react-dom/client'

/** What anybody would write first: a table of 20,000 rows of text, of which those in sight are drawn. */
const rowCount = 20_000
const columnCount = 9
const rowHeight = 52

function List() {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useVirtualizer({
    count: rowCount,
    getScrollElement: () => place.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  const inSight = drawn.getVirtualItems()
  return (
    <div ref={place} data-list style={{ height: '70vh', overflow: 'auto' }}>
      <table>
        <tbody>
          <tr style={{ height: inSight[0]?.start ?? 0 }} />
          {inSight.map(({ index, key }) => (
            <tr key={key} data-row={index} style={{ height: rowHeight }}>
              {Array.from({ length: columnCount }, (_cell, column) => (
                <td key={column}>
                  {index} {column}
                </td>
              ))}
            </tr>
          ))}
          <tr style={{ height: drawn.getTotalSize() - (inSight.at(-1)?.end ?? 0) }} />
        </tbody>
      </table>
    </div>
  )
}

createRoot(document.getElementById('root')!).render(<List />)
