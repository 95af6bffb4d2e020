import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, TrendingDown, Wand2 } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import type { Entity } from '../../../../client/src/index.ts'
import type { RunningSearch } from '../../app/search.ts'
import { useAccounts } from '../../data/accounts.ts'
import { useEntities, useEntity } from '../../data/running/entities.ts'
import { entityKey } from '../../data/running/entity-key.ts'
import { titleOf } from '../../data/platforms.ts'
import { useMetrics } from '../../data/reports.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { ago, count, wholeDay } from '../../ui/words/format.ts'
import { KeysHelp } from '../../ui/dialogs/keys-help.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { say } from '../../ui/say.ts'
import { Filters } from './filters.tsx'
import type { Draft } from '../automations/builder/draft.ts'
import { metricText } from '../reports/metric.ts'
import { ruleAlike, ruleOfList } from './rules/alike.ts'
import { levelOf, levels, queryOf, rowIn, rowWord } from './query.ts'
import { keysOfList, lineId } from './table/row-keys.ts'
import { RuleDialog } from './rules/rule-dialog.tsx'
import { SidePanel } from './panel/side-panel.tsx'
import type { ChangeSearch } from './query.ts'
import { RunningBar } from './running-bar.tsx'
import { RunningTable } from './table/running-table.tsx'
import { sentenceOf } from './sentence.ts'
import { useOpening } from './table/tree.ts'
import type { Line } from './table/lines.ts'
import { useActs } from './acts.ts'
import type { Acts } from './acts.ts'
import { AskFirst } from './ask-first.tsx'
import { ExportButton } from './columns/export-button.tsx'
import { Views } from './views.tsx'
import { worstOf, worstWords } from './rules/worst.ts'
import { rich } from '../../languages/rich.ts'
import { Reasons } from '../../ui/words/said.tsx'
import { t } from '../../languages/t.ts'

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
      title={t('Everything that runs')}
      lead={t(
        'All platforms and accounts in one list. Amounts are in each account’s currency; below a figure stands how it changed against the days before.',
      )}
      actions={
        <>
          <Link
            to="/campaigns/new"
            className="inline-flex h-9 items-center gap-1.5 rounded-md border border-field bg-surface px-3 font-medium hover:bg-raised"
          >
            <Plus size={15} aria-hidden /> {t('New campaign')}
          </Link>
          <ExportButton search={search} text={text} />
          <Views search={search} />
        </>
      }
    >
      <div role="group" aria-label={t('What is listed')} className="flex flex-wrap gap-1">
        {shapes.map(({ name, level, tree }) => {
          const isThis = tree === search.tree && (tree || level === levelOf(search))
          return (
            <button
              key={name}
              type="button"
              aria-pressed={isThis}
              onClick={() => change({ level, tree })}
              className={cx(
                'rounded-md border px-3 py-1.5 font-medium',
                isThis ? 'border-accent bg-accent-soft text-accent' : 'bg-surface hover:bg-raised',
              )}
            >
              {name}
            </button>
          )
        })}
        <Button icon={<TrendingDown size={15} aria-hidden />} onClick={() => (pick(true), change(ofWorst))}>
          {t('Choose the worst')}
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

/** One level of all, or campaigns with what is in them below. */
const shapes = [
  ...(['campaign', 'adset', 'ad'] as const).map((level) => ({ name: levels[level], level, tree: undefined })),
  { name: t('As a tree'), level: undefined, tree: true as const },
]

const ofWorst = { level: 'ad', tree: undefined, state: 'active', sort: undefined, up: undefined } as const

const isOfWorst = ({ level = 'ad', tree, state, sort }: RunningSearch) =>
  level === 'ad' && !tree && state === 'active' && sort === undefined

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
    say(
      worst.length === 0 ? t('None is among the worst') : t('{worst} chosen', { worst: worst.length }),
      t('Where {worstWords}.', { worstWords }),
    )
    onPicked()
  }, [isReady])
  /** The rule that is being made; null: none is. */
  const [rule, begin] = useState<Draft | null>(null)
  const like = (rows: Entity[]) => begin(ruleAlike(search, text, rows))
  const tree = useOpening(queryOf(search, text), search.tree === true)
  const close = (row: Entity) => {
    onChange({ row: undefined })
    document.getElementById(lineId(row))?.focus()
  }
  return (
    <Answer of={found} what={t('what runs')}>
      {({ rows, totals, metadata }) => {
        const lines = tree.lines(rows)
        const all = totals.reduce((sum, total) => sum + total.count, 0)
        const picked = lines.map(({ row }) => row).filter((row) => chosen.has(entityKey(row)))
        return (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Sentence search={search} text={text} />
              <span className="flex items-center gap-1">
                <Button
                  small
                  look="quiet"
                  icon={<Wand2 size={14} aria-hidden />}
                  onClick={() => begin(ruleOfList(search, text, totals))}
                >
                  {t('Make a rule of this list …')}
                </Button>
                <KeysHelp keys={keysOfList} />
              </span>
            </div>
            <RunningBar chosen={picked} acts={acts} onClear={() => setChosen(new Set())} onRule={() => like(picked)} />
            <AskFirst acts={acts} />
            <Opened {...{ lines, acts, search }} onRule={(row) => like([row])} onClose={close} />
            {rule !== null && <RuleDialog draft={rule} onClose={() => begin(null)} />}
            <Problem error={tree.error} />
            {rows.length === 0 ? (
              <Empty title={t('Nothing is like this.')}>{t('Ask for less, or for other days.')}</Empty>
            ) : (
              <RunningTable
                {...{ rows, lines, totals, search, onChange, acts, chosen }}
                open={search.row}
                onOpen={(row) => onChange({ row: search.row === rowWord(row) ? undefined : rowWord(row) })}
                onToggle={tree.toggle}
                onRule={(row) => like([row])}
                onChoose={setChosen}
                isReading={found.isFetching}
                onEnd={() => found.hasNextPage && !found.isFetching && void found.fetchNextPage()}
              />
            )}
            <p className="text-[13px] text-muted">
              {rows.length < all
                ? t('{all} in all, {rows} of them read so far', { all: count(all), rows: count(rows.length) })
                : t('{all} in all', { all: count(all) })}
              {tree.isReading ? ` · ${t('what is in them is read …')}` : null}
              {metadata?.freshAt && ` · ${t('figures {freshAt}', { freshAt: ago(metadata.freshAt) })}`}
              {metadata?.partial && (
                <> · {rich('incomplete: {missing}', { missing: <Reasons of={metadata.missing} /> })}</>
              )}
            </p>
          </>
        )
      }}
    </Answer>
  )
}

/** What is listed, in words. */
function Sentence({ search, text }: { search: RunningSearch; text: string }) {
  const accounts = useAccounts().data ?? []
  const metrics = useMetrics()
  const unit = metrics.find(({ name }) => name === (search.metric ?? 'spend'))
  return (
    <p data-sentence className="min-w-0 flex-1 basis-72 break-words text-muted">
      {sentenceOf(search, text, {
        platform: titleOf,
        account: (id) => accounts.find((account) => account.id === id)?.name ?? id,
        day: wholeDay,
        amount: (value) => metricText(unit, value, null),
      })}
    </p>
  )
}

interface OpenedProps {
  lines: Line[]
  acts: Acts
  search: RunningSearch
  onRule: (row: Entity) => void
  onClose: (row: Entity) => void
}

/** The row of the address, also where it is not among those that were read. */
function Opened({ lines, acts, search, onRule, onClose }: OpenedProps) {
  const wanted = rowIn(search.row)
  const read = wanted === null ? undefined : lines.find(({ row }) => rowWord(row) === search.row)?.row
  const found = useEntity(queryOf({ ...search, amount: undefined, state: undefined }), read ? null : wanted)
  const row = read ?? found.data
  if (wanted === null || !row) return null
  return <SidePanel {...{ row, acts, search }} onRule={() => onRule(row)} onClose={() => onClose(row)} />
}
