import { useEffect, useId, useRef, useState } from 'react'
import { setCell } from '../sheet/edits.ts'
import { headOf } from '../sheet/columns.ts'
import type { SheetStore } from '../sheet/store.ts'
import { MakeAdSet } from '../names/make-ad-set.tsx'
import { Suggestions } from './suggestions.tsx'
import { takesFirst, useSuggestions } from './use-suggestions.ts'
import type { Suggestion } from './use-suggestions.ts'
import { rowHeight } from './measures.ts'
import { t } from '../../../languages/t.ts'

/** The cell that is being written in. */
export interface Editing {
  rowId: number
  column: string
  /** over: what is typed takes the place of what stood there, and arrows leave the cell. in: it is changed. */
  mode: 'over' | 'in'
}

interface EditorProps {
  sheet: SheetStore
  editing: Editing
  place: { top: number; left: number; width: number }
  /** The key that ended it says where to go. */
  onEnd: (key: string, shiftKey: boolean) => void
}

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
let edits = 0

export function Editor({ sheet, editing, place, onEnd }: EditorProps) {
  const { rowId, column, mode } = editing
  const row = sheet.content().rows.find(({ id }) => id === rowId)
  const [before] = useState(row?.cells[column] ?? '')
  const [text, setText] = useState(mode === 'over' ? '' : before)
  const [step] = useState(() => `edit ${(edits += 1)}`)
  const [at, setAt] = useState(-1)
  const suggestions = useSuggestions(column, row, text)
  /** What Enter takes: where somebody has typed a part of a name, the first that has it. */
  const taken = at >= 0 ? at : text !== before && takesFirst(column, text, suggestions) ? 0 : -1
  const listId = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const end = box.current?.value.length ?? 0
    box.current?.setSelectionRange(end, end)
  }, [])

  const write = (next: string) => {
    setText(next)
    setAt(-1)
    // Every letter stands in the sheet at once, so that it is checked while it is typed.
    sheet.change(setCell(sheet.content(), rowId, { [column]: next }), step)
  }
  const choose = (suggestion: Suggestion) => {
    write(suggestion.whole)
    if (suggestion.isLast) onEnd('Enter', false)
    else box.current?.focus()
  }
  const press = (event: React.KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const { key, shiftKey } = event
    const isOpen = suggestions.length > 0
    if (isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault()
      const step = key === 'ArrowDown' ? 1 : -1
      return setAt(Math.max(-1, Math.min(taken + step, suggestions.length - 1)))
    }
    if (key === 'Enter' && event.altKey) return (event.preventDefault(), write(`${text}\n`))
    if ((key === 'Enter' || key === 'Tab') && suggestions[taken]) {
      event.preventDefault()
      return choose(suggestions[taken])
    }
    if (key === 'Escape') {
      event.preventDefault()
      sheet.change(setCell(sheet.content(), rowId, { [column]: before }), step)
      return onEnd('Escape', false)
    }
    if (key === 'Enter' || key === 'Tab' || (mode === 'over' && arrows.includes(key))) {
      event.preventDefault()
      onEnd(key, shiftKey)
    }
  }
  return (
    <div className="absolute z-4" style={{ ...place, minHeight: rowHeight }}>
      <textarea
        ref={box}
        autoFocus
        rows={1}
        role="combobox"
        aria-label={t('{column}, row {findIndex}', {
          column: headOf(column),
          findIndex: sheet.content().rows.findIndex(({ id }) => id === rowId) + 1,
        })}
        aria-expanded={suggestions.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={taken >= 0 ? `${listId}-${taken}` : undefined}
        spellCheck={false}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={press}
        onPaste={(event) => event.stopPropagation()}
        onCopy={(event) => event.stopPropagation()}
        onCut={(event) => event.stopPropagation()}
        onBlur={(event) => !event.relatedTarget?.closest('[role=listbox]') && onEnd('', false)}
        className="field-sizing-content block max-h-60 min-h-9 w-full min-w-full resize-none border-2 border-accent bg-surface px-1.5 py-1.5 text-text outline-none"
      />
      <Suggestions id={listId} list={suggestions} at={taken} onChoose={choose} />
      {column === 'ad set' && (
        <MakeAdSet
          account={row?.cells.account}
          className="block w-max min-w-full border bg-surface px-2 py-1 text-accent underline shadow-lg"
        />
      )}
    </div>
  )
}
