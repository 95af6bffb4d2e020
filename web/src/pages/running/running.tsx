import { useNavigate, useSearch } from '@tanstack/react-router'
import { TrendingDown } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import type { Entity } from '../../../../client/src/index.ts'
import type { RunningSearch } from '../../app/search.ts'
import { entityKey, useEntities, useEntity } from '../../data/entities.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { ago, count } from '../../ui/format.ts'
import { Empty, Page } from '../../ui/page.tsx'
import { say } from '../../ui/say.ts'
import { Filters } from './filters.tsx'
import { ruleAlike } from './alike.ts'
import { levels, queryOf, rowIn, rowWord } from './query.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { SidePanel } from './side-panel.tsx'
import type { ChangeSearch } from './query.ts'
import { RunningBar } from './running-bar.tsx'
import { RunningTable } from './running-table.tsx'
import { useActs } from './acts.ts'
import type { Acts } from './acts.ts'
import { AskFirst } from './ask-first.tsx'
import { ExportButton } from './export-button.tsx'
import { Views } from './views.tsx'
import { worstOf, worstWords } from './worst.ts'

/** Campaigns, ad sets and ads of all accounts and platforms in one list: found, put in order, compared, paused. */
export function Running() {
  const search = useSearch({ from: '/running' })
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [picks, pick] = useState(false)
  const change: ChangeSearch = (some) =>
    void navigate({ to: '/running', search: (now) => ({ ...now, ...some }), replace: true })
  return (
    <Page
      title="Everything that runs"
      lead="All platforms and accounts in one list. Amounts are in each account’s currency; below a figure stands how it changed against the days before."
      actions={
        <>
          <ExportButton search={search} text={text} />
          <Views search={search} />
        </>
      }
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
        <Button
          icon={<TrendingDown size={15} aria-hidden />}
          onClick={() => (pick(true), change({ level: 'ad', state: 'active', sort: undefined, up: undefined }))}
        >
          Choose the worst
        </Button>
      </div>
      <Filters search={search} text={text} onChange={change} onText={setText} />
      <List
        search={useDeferredValue(search)}
        text={text}
        onChange={change}
        picks={picks}
        onPicked={() => pick(false)}
      />
    </Page>
  )
}

const isOfWorst = ({ level = 'ad', state, sort }: RunningSearch) =>
  level === 'ad' && state === 'active' && sort === undefined

interface ListProps {
  search: RunningSearch
  text: string
  onChange: ChangeSearch
  /** Whether the worst are to be chosen, once they are there. */
  picks: boolean
  onPicked: () => void
}

function List({ search, text, onChange, picks, onPicked }: ListProps) {
  const found = useEntities(queryOf(search, text))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const acts = useActs()
  const isReady = picks && found.data !== undefined && !found.isPlaceholderData && isOfWorst(search)
  useEffect(() => {
    if (!isReady || !found.data) return
    const worst = worstOf(found.data.rows)
    setChosen(new Set(worst.map(entityKey)))
    say(worst.length === 0 ? 'None is among the worst' : `${worst.length} chosen`, `Where ${worstWords}.`)
    onPicked()
  }, [isReady])
  /** What a rule is made of; null: none is. */
  const [like, begin] = useState<Entity[] | null>(null)
  return (
    <Answer of={found} what="what runs">
      {({ rows, totals, metadata }) => {
        const all = totals.reduce((sum, total) => sum + total.count, 0)
        const picked = rows.filter((row) => chosen.has(entityKey(row)))
        return (
          <>
            <RunningBar chosen={picked} acts={acts} onClear={() => setChosen(new Set())} onRule={() => begin(picked)} />
            <AskFirst acts={acts} />
            <Opened {...{ rows, acts, search, onChange }} onRule={(row) => begin([row])} />
            {like !== null && <RuleDialog draft={ruleAlike(search, text, like)} onClose={() => begin(null)} />}
            {rows.length === 0 ? (
              <Empty title="Nothing is like this.">Ask for less, or for other days.</Empty>
            ) : (
              <RunningTable
                {...{ rows, totals, search, onChange, acts, chosen }}
                open={search.row}
                onOpen={(row) => onChange({ row: search.row === rowWord(row) ? undefined : rowWord(row) })}
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

interface OpenedProps {
  rows: Entity[]
  acts: Acts
  search: RunningSearch
  onChange: ChangeSearch
  onRule: (row: Entity) => void
}

/** The row of the address, also where it is not among those that were read. */
function Opened({ rows, acts, search, onChange, onRule }: OpenedProps) {
  const wanted = rowIn(search.row)
  const read = wanted === null ? undefined : rows.find((row) => rowWord(row) === search.row)
  const found = useEntity(queryOf({ ...search, amount: undefined, state: undefined }), read ? null : wanted)
  const row = read ?? found.data
  if (wanted === null || !row) return null
  return (
    <SidePanel
      key={search.row}
      {...{ row, acts, search }}
      onRule={() => onRule(row)}
      onClose={() => onChange({ row: undefined })}
    />
  )
}
