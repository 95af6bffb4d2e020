import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { RunningSearch } from '../../app/search.ts'
import { entityKey, useEntities } from '../../data/entities.ts'
import { Answer } from '../../ui/answer.tsx'
import { cx } from '../../ui/classes.ts'
import { ago, count } from '../../ui/format.ts'
import { Empty, Page } from '../../ui/page.tsx'
import { Filters } from './filters.tsx'
import { levels, queryOf } from './query.ts'
import type { ChangeSearch } from './query.ts'
import { RunningBar } from './running-bar.tsx'
import { RunningTable } from './running-table.tsx'
import { useSwitches } from './switches.ts'
import { Views } from './views.tsx'

/** Campaigns, ad sets and ads of all accounts and platforms in one list: found, put in order, compared, paused. */
export function Running() {
  const search = useSearch({ from: '/running' })
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const change: ChangeSearch = (some) =>
    void navigate({ to: '/running', search: (now) => ({ ...now, ...some }), replace: true })
  return (
    <Page
      title="Everything that runs"
      lead="All platforms and accounts in one list. Amounts are in each account’s currency; below a figure stands how it changed against the days before."
      actions={<Views search={search} />}
    >
      <div role="group" aria-label="What is listed" className="flex gap-1">
        {Object.entries(levels).map(([level, name]) => (
          <button
            key={level}
            type="button"
            aria-pressed={(search.level ?? 'ad') === level}
            onClick={() => change({ level: level as RunningSearch['level'] })}
            className={cx(
              'rounded-md border px-3 py-1.5 font-medium',
              (search.level ?? 'ad') === level
                ? 'border-accent bg-accent-soft text-accent'
                : 'bg-surface hover:bg-raised',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      <Filters search={search} text={text} onChange={change} onText={setText} />
      <List search={useDeferredValue(search)} text={text} onChange={change} />
    </Page>
  )
}

interface ListProps {
  search: RunningSearch
  text: string
  onChange: ChangeSearch
}

function List({ search, text, onChange }: ListProps) {
  const found = useEntities(queryOf(search, text))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const switches = useSwitches()
  return (
    <Answer of={found} what="what runs">
      {({ rows, totals, metadata }) => {
        const all = totals.reduce((sum, total) => sum + total.count, 0)
        const picked = rows.filter((row) => chosen.has(entityKey(row)))
        return (
          <>
            <RunningBar chosen={picked} switches={switches} onClear={() => setChosen(new Set())} />
            {rows.length === 0 ? (
              <Empty title="Nothing is like this.">Ask for less, or for other days.</Empty>
            ) : (
              <RunningTable
                {...{ rows, totals, search, onChange, switches, chosen }}
                onChoose={setChosen}
                onEnd={() => found.hasNextPage && !found.isFetching && void found.fetchNextPage()}
              />
            )}
            <p className="text-[13px] text-muted">
              {count(all)} in all
              {rows.length < all && `, ${count(rows.length)} of them read so far`}
              {metadata?.freshAt && ` · figures ${ago(metadata.freshAt)}`}
              {metadata?.partial && ` · incomplete: ${metadata.missing.map(({ reason }) => reason).join(' ')}`}
            </p>
          </>
        )
      }}
    </Answer>
  )
}
