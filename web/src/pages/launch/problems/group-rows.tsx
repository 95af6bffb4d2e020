import { useState } from 'react'
import { useAccounts } from '../../../data/accounts.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/classes.ts'
import { TextField } from '../../../ui/field.tsx'
import { count } from '../../../ui/words/format.ts'
import type { LaunchPageState } from '../page-state.ts'
import { columnNamed, headOf } from '../sheet/columns.ts'
import { setInThese, showColumn } from '../sheet/edits.ts'
import type { Group, PlatformOf } from './groups.ts'
import { choicesFor } from '../names/likely.ts'
import type { Row } from '../sheet/rows.ts'
import type { Proposal } from './proposals.ts'
import { rowsInWords } from '../rows-in-words.ts'
import { t } from '../../../languages/t.ts'

const maxShown = 50

export function usePlatformOf(): PlatformOf {
  const accounts = useAccounts().data
  return (account) => accounts?.find(({ id }) => id === account.trim())?.platform
}

interface GroupRowsProps {
  pageState: LaunchPageState
  groups: Group[]
  onGo?: () => void
}

/** Each thing that is wrong, with the rows that have it, the way to the first of them, and what would mend them all. */
export function GroupRows({ pageState: { sheet }, groups, onGo }: GroupRowsProps) {
  const [choosing, setChoosing] = useState<string | null>(null)
  const go = ({ places, column }: Group) => {
    if (column) sheet.change(showColumn(sheet.content(), column))
    sheet.select({ row: places[0] ?? 0, col: column ? sheet.content().columns.indexOf(column) : 0 })
    onGo?.()
    const grid = document.querySelector<HTMLElement>('[role=grid]')
    grid?.focus({ preventScroll: true })
    grid?.parentElement?.parentElement?.scrollIntoView({ block: 'nearest' })
  }
  const put = ({ ids, column }: Group, textFor: Proposal['textFor']) => {
    if (column) sheet.change(setInThese(sheet.content(), ids, (row) => ({ [column]: textFor(row) })))
    setChoosing(null)
  }
  return (
    <>
      <ul className="flex flex-col">
        {groups.slice(0, maxShown).map((group) => (
          <li key={group.key} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <button
              type="button"
              onClick={() => go(group)}
              className="flex min-w-0 flex-1 basis-80 items-baseline gap-3 rounded px-2 py-1 text-left hover:bg-raised"
            >
              <span className="w-44 shrink-0 font-medium max-md:w-28">
                {whereOf(group)}
                {group.column ? `, ${headOf(group.column)}` : ''}
              </span>
              <span
                lang={group.isUnused || group.isOurs ? undefined : 'en'}
                title={group.message}
                className={cx('line-clamp-2 min-w-0 wrap-anywhere', group.tone === 'bad' ? 'text-bad' : 'text-warn')}
              >
                {group.message}
              </span>
            </button>
            {group.proposal && (
              <Button
                small
                className="max-w-80"
                aria-label={`${group.proposal.label}: ${whereOf(group)}`}
                onClick={() => group.proposal && put(group, group.proposal.textFor)}
              >
                <span className="truncate">{group.proposal.label}</span>
              </Button>
            )}
            {group.places.length > 1 && group.column && group.tone === 'bad' && choosing !== group.key && (
              <Button small look="quiet" onClick={() => setChoosing(group.key)}>
                {t('Choose …')}
              </Button>
            )}
            {choosing === group.key && (
              <Choose
                group={group}
                first={sheet.content().rows[group.places[0] ?? 0]}
                onPut={(text) => put(group, () => text)}
              />
            )}
          </li>
        ))}
      </ul>
      {groups.length > maxShown && (
        <p className="px-2 pt-1 text-muted">{t('And {groups} more.', { groups: count(groups.length - maxShown) })}</p>
      )}
    </>
  )
}

const labelOf = ({ label }: { label: string }) => label

function whereOf({ places }: Group): string {
  return places.length === 1 ? t('Row {row}', { row: (places[0] ?? 0) + 1 }) : rowsInWords(places.length)
}

interface ChooseProps {
  group: Group
  first: Row | undefined
  onPut: (text: string) => void
}

/** One text for all these rows: a name will do. */
function Choose({ group, first, onPut }: ChooseProps) {
  const [text, setText] = useState('')
  const accounts = useAccounts().data ?? []
  const column = group.column ?? ''
  const named = column === 'account' ? accounts.map(({ name }) => name) : choicesFor(column, first).map(labelOf)
  const words = columnNamed(column).field.words ?? [...new Set(named)]
  const list = `words-${column.replaceAll(/\W/g, '-')}`
  return (
    <form
      className="flex basis-full items-center gap-2 px-2 pb-1"
      onSubmit={(event) => (event.preventDefault(), onPut(text.trim()))}
    >
      <div className="w-80 max-w-full">
        <TextField
          label={t('{column} of {where}', { column: headOf(column), where: whereOf(group) })}
          hideLabel
          autoFocus
          list={list}
          placeholder={headOf(column)}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <datalist id={list}>
        {words.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
      <Button small type="submit" disabled={text.trim() === ''}>
        {t({ one: 'Put into {count} row', other: 'Put into {count} rows' }, { count: group.places.length })}
      </Button>
    </form>
  )
}
