import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import type { Entity, EntityTotals } from '../../../../../client/src/index.ts'
import { required } from '../../../../../client/src/required.ts'
import type { RunningSearch } from '../../../app/search.ts'
import { useSandboxOf } from '../../../data/accounts.ts'
import { entityKey } from '../../../data/running/entity-key.ts'
import { cx } from '../../../ui/classes.ts'
import { count } from '../../../ui/words/format.ts'
import { Figure } from './figure.tsx'
import type { Acts } from '../acts.ts'
import { columnsText, columnTitle, chosenColumns, isFact, isRight, movedTo, shownColumns } from '../columns/columns.ts'
import { rowWord } from '../query.ts'
import { useRowKeys } from './row-keys.ts'
import { LightRow } from './light/light-row.tsx'
import { useLightRows } from './light/light-rows.ts'
import { rowHeight, RunningRow } from './running-row.tsx'
import type { Line } from './lines.ts'
import type { ChangeSearch } from '../query.ts'
import { t } from '../../../languages/t.ts'

interface TableProps {
  rows: Entity[]
  /** What is shown of them: in a tree also what is open in them. */
  lines: Line[]
  onToggle: (row: Entity) => void
  onRule: (row: Entity) => void
  totals: EntityTotals[]
  search: RunningSearch
  onChange: ChangeSearch
  acts: Acts
  /** Which row stands in the panel beside the list. */
  open: string | undefined
  onOpen: (row: Entity) => void
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  /** Something is read already: what is wanted by then is asked for afterwards. */
  isReading: boolean
  /** The last rows are in sight: more are wanted. */
  onEnd: () => void
}

/** So many rows before the end the next page is read. */
const readAhead = 40

/** Only the rows in sight are drawn, however many there are; totals and titles stay in sight. */
export function RunningTable({
  rows,
  lines,
  onToggle,
  onRule,
  totals,
  search,
  onChange,
  acts,
  open,
  onOpen,
  chosen,
  onChoose,
  isReading,
  onEnd,
}: TableProps) {
  const place = useRef<HTMLDivElement>(null)
  const shown = shownColumns(search).join(',')
  // The same list while it says the same: rows that are in sight are not drawn anew while somebody scrolls.
  const columns = useMemo(() => shown.split(','), [shown])
  const sandboxOf = useSandboxOf()
  const drawn = useVirtualizer({
    count: lines.length,
    getScrollElement: () => place.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => entityKey(required(lines[at], 'line').row),
    overscan: 6,
  })
  const inSight = drawn.getVirtualItems()
  const light = useLightRows({ isScrolling: drawn.isScrolling, inSight })
  const last = inSight.at(-1)?.index ?? 0
  useEffect(() => {
    if (last > lines.length - readAhead) onEnd()
  }, [last, lines.length, isReading])
  const before = inSight[0]?.start ?? 0
  const after = drawn.getTotalSize() - (inSight.at(-1)?.end ?? 0)
  const choose = (row: Entity, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(entityKey(row))
    else next.delete(entityKey(row))
    onChoose(next)
  }
  const opened = open === undefined ? undefined : lines.find(({ row }) => rowWord(row) === open)
  const { at, setAt } = useRowKeys({
    ...{ lines, drawn, onOpen, onToggle, onRule, inPanel: opened === undefined ? null : entityKey(opened.row) },
    onChoose: (row) => choose(row, !chosen.has(entityKey(row))),
    onSwitch: (row) => (acts.isOn(row) ? acts.askPause([row]) : acts.askResume([row])),
  })
  const here = at ?? (lines[0] ? entityKey(lines[0].row) : null)
  const on = useSame({
    ...{ onOpen, onToggle },
    onChoose: choose,
    onFocus: (row: Entity) => setAt(entityKey(row)),
  })
  return (
    <div
      ref={place}
      tabIndex={0}
      data-list
      role="region"
      aria-label={t('Everything that runs')}
      className="max-h-[70vh] overflow-auto rounded-lg border bg-surface"
    >
      <table
        role={search.tree ? 'treegrid' : undefined}
        aria-label={search.tree ? t('Campaigns, with what is in them') : undefined}
        aria-rowcount={lines.length}
        // Columns as wide as they are told: what goes by changes none of them, and no cell is measured for it.
        className="w-full table-fixed border-separate border-spacing-0"
        style={{ minWidth: `${columns.length * 7.5 + 18.5}rem` }}
      >
        <Widths of={columns} />
        <thead className="sticky top-0 z-2 bg-surface">
          <tr>
            <th scope="col" className="w-9 border-b px-3 text-left">
              <input
                type="checkbox"
                aria-label={t('Choose all that were read')}
                className="size-4 accent-(--accent-strong)"
                checked={rows.length > 0 && chosen.size === rows.length}
                onChange={({ target }) => onChoose(new Set(target.checked ? rows.map(entityKey) : []))}
              />
            </th>
            <Head name="name" title={t('Name')} search={search} onChange={onChange} />
            {columns.map((name) => (
              <Head key={name} name={name} title={columnTitle(name)} search={search} onChange={onChange} canMove />
            ))}
          </tr>
          {totals.map((total) => (
            <Total key={total.currency} {...{ total, columns }} isOne={totals.length === 1} />
          ))}
        </thead>
        <tbody>
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {inSight.map(({ index, key }) => {
            const { row, depth, isOpen: isBranch } = required(lines[index], 'line')
            if (light.has(key)) return <LightRow key={String(key)} {...{ row, depth, columns }} />
            return (
              <RunningRow
                key={String(key)}
                {...{ row, depth, isBranch, columns, acts }}
                {...on}
                isHere={here === entityKey(row)}
                isSandbox={sandboxOf(row.accountId)}
                isOpen={open === rowWord(row)}
                isChosen={chosen.has(entityKey(row))}
              />
            )
          })}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
      </table>
    </div>
  )
}

type Handlers = Record<string, (...args: never[]) => void>

/** The same functions for as long as the list stands, which do what the newest ones would: rows that are in sight stay as they are. */
function useSame<Given extends Handlers>(given: Given): Given {
  const now = useRef(given)
  now.current = given
  return useMemo(
    () =>
      Object.fromEntries(
        Object.keys(given).map((name) => [name, (...args: never[]) => now.current[name]?.(...args)]),
      ) as Given,
    [],
  )
}

function Widths({ of }: { of: string[] }) {
  return (
    <colgroup>
      <col className="w-9" />
      <col />
      {of.map((name) => (
        <col key={name} className="w-30" />
      ))}
    </colgroup>
  )
}

interface HeadProps {
  name: string
  title: string
  search: RunningSearch
  onChange: ChangeSearch
  /** Whether it can be drawn to another place. */
  canMove?: boolean
}

/** Pressed it orders the list; drawn onto another it takes that one's place, by keyboard with Alt and the arrows. */
function Head({ name, title, search, onChange, canMove = false }: HeadProps) {
  const isSorted = (search.sort ?? 'spend') === name
  const isUp = search.up ?? false
  const Arrow = isUp ? ArrowUp : ArrowDown
  const isRightHand = canMove && isRight(name)
  const drop = (event: React.DragEvent) => {
    const moved = event.dataTransfer.getData('text/plain')
    const columns = chosenColumns(search)
    if (!canMove || !columns.includes(moved)) return
    event.preventDefault()
    onChange({ columns: columnsText(movedTo(columns, moved, columns.indexOf(name))) })
  }
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}
      draggable={canMove}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', name)}
      onDragOver={(event) => canMove && event.preventDefault()}
      onDrop={drop}
      className={cx(
        'border-b px-1 py-1',
        isRightHand ? 'text-right' : 'text-left',
        !canMove && 'sticky left-0 z-1 bg-surface max-md:static',
      )}
    >
      <button
        type="button"
        aria-keyshortcuts={canMove ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
        onKeyDown={(event) => {
          const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
          if (!canMove || !event.altKey || by === undefined) return
          event.preventDefault()
          const columns = chosenColumns(search)
          onChange({ columns: columnsText(movedTo(columns, name, columns.indexOf(name) + by)) })
        }}
        onClick={() => onChange({ sort: name, up: isSorted ? !isUp || undefined : !isRightHand || undefined })}
        className={cx(
          'inline-flex items-center gap-1 rounded px-2 py-1 text-[13px] leading-tight font-medium text-muted hover:bg-raised',
          isRightHand ? 'text-right' : 'text-left',
        )}
      >
        {isSorted && <Arrow size={13} aria-hidden />}
        {title}
      </button>
    </th>
  )
}

function Total({ total, columns, isOne }: { total: EntityTotals; columns: string[]; isOne: boolean }) {
  const { currency, figures: sums, changePercent } = total
  return (
    <tr className="bg-page font-semibold" data-total={currency}>
      <td className="border-b" />
      <th scope="row" className="sticky left-0 border-b bg-page px-3 py-1.5 text-left max-md:static">
        {isOne
          ? t('Total of {count}', { count: count(total.count) })
          : t('Total in {currency} of {count}', { currency, count: count(total.count) })}
      </th>
      {columns.map((name) => (
        <td key={name} className="border-b px-3 py-1.5 text-right whitespace-nowrap tabular-nums">
          {!isFact(name) && <Figure name={name} figures={sums} change={changePercent} currency={currency} />}
        </td>
      ))}
    </tr>
  )
}
