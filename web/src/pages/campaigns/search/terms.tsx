import { useState } from 'react'
import type { AdAccount, MatchType, SearchTerm } from '../../../../../client/src/index.ts'
import { useKept } from '../../../data/client/kept.ts'
import { useWrite } from '../../../data/client/write.ts'
import { addWords, useSearchTerms } from '../../../data/campaigns/search-ads.ts'
import type { Adding, Within } from '../../../data/campaigns/search-ads.ts'
import { useMay } from '../../../data/session/session.ts'
import { Answer, More } from '../../../ui/answer.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, TextField } from '../../../ui/field.tsx'
import { Empty } from '../../../ui/page.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table.tsx'
import { count, decimals, money } from '../../../ui/words/format.ts'
import { lastDays, ranges } from '../days.ts'
import { Refused } from '../refused.tsx'
import { matchWord } from './words.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'

const matches: { value: MatchType; label: string }[] = [
  { value: 'EXACT', label: t('New words: exact') },
  { value: 'PHRASE', label: t('New words: phrase') },
  { value: 'BROAD', label: t('New words: broad') },
]

const places = [
  { value: 'group', label: t('Kept away: from its ad group') },
  { value: 'campaign', label: t('Kept away: from its campaign') },
]

type WordsCreated = Record<string, 'keyword' | 'negative'>

const keyOf = ({ adGroupId, term, matchType }: SearchTerm) => `${adGroupId} ${matchType ?? ''} ${term}`

/** What people typed; what brings much becomes a keyword, what brings nothing is kept away. */
export function Terms({ account, within }: { account: AdAccount; within: Within }) {
  const [range, setRange] = useKept('searches.range', '30')
  const [cost, setCost] = useState('')
  const [isIdle, setIdle] = useState(false)
  const [match, setMatch] = useKept<MatchType>('searches.match', 'EXACT')
  const [place, setPlace] = useKept('searches.place', 'group')
  const least = Number(cost)
  const isAmount = cost.trim() === '' || (Number.isFinite(least) && least >= 0)
  const terms = useSearchTerms({
    ...within,
    ...lastDays(Number(range), account.timeZone),
    ...(isAmount && cost.trim() !== '' && { minCost: least }),
    ...(isIdle && { maxConversions: 0 }),
  })
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SelectField label={t('Days of the figures')} hideLabel options={ranges} value={range} onChange={setRange} />
        <TextField
          label={t('Cost at least')}
          hideLabel
          inputMode="decimal"
          placeholder={t('Cost at least, {currency}', { currency: account.currency })}
          value={cost}
          problem={isAmount ? null : t('must be an amount')}
          onChange={(event) => setCost(event.target.value)}
        />
        <Checkbox label={t('Brought nothing')} checked={isIdle} onChange={(event) => setIdle(event.target.checked)} />
        <span className="grow" />
        <SelectField
          label={t('How close a search must be to new words')}
          hideLabel
          options={matches}
          value={match}
          onChange={(word) => setMatch(word as MatchType)}
        />
        <SelectField
          label={t('From where searches are kept away')}
          hideLabel
          options={places}
          value={place}
          onChange={setPlace}
        />
      </div>
      <Answer
        of={terms}
        what={t('the searches')}
        empty={<Empty title={t('Nobody searched like this.')}>{t('Ask for more days, or for less.')}</Empty>}
      >
        {(rows) => <Listed account={account} rows={rows} match={match} forCampaign={place === 'campaign'} />}
      </Answer>
      <More of={terms}>{t('Show more searches')}</More>
    </>
  )
}

interface ListedProps {
  account: AdAccount
  rows: readonly SearchTerm[]
  match: MatchType
  forCampaign: boolean
}

function Listed({ account, rows, match, forCampaign }: ListedProps) {
  const may = useMay('manage')
  const [made, note] = useState<WordsCreated>({})
  const [problem, setProblem] = useState<{ term: string; error: unknown } | null>(null)
  const add = useWrite(addWords, {
    done: ({ results }, { kind }) =>
      results.every(({ success }) => success)
        ? kind === 'keyword'
          ? t('It is a keyword from now on.')
          : t('Ads are kept away from it from now on.')
        : '',
  })
  const press = (term: SearchTerm, kind: Adding['kind']) => {
    const { adGroupId, campaignId, term: text } = term
    const wanted = kind === 'negative' && forCampaign ? { campaignId } : { adGroupId }
    setProblem(null)
    add.mutate(
      { accountId: account.id, kind, words: [{ text, matchType: match }], place: wanted },
      {
        onSuccess: ({ results: [result] }) => {
          if (result?.success) note((now) => ({ ...now, [keyOf(term)]: kind }))
          else
            setProblem({ term: text, error: new Error(result?.error?.message ?? t('The platform did not take it.')) })
        },
        onError: (error) => setProblem({ term: text, error }),
      },
    )
  }
  return (
    <>
      {problem && (
        <div className="flex flex-col gap-1">
          <p>{rich('Nothing became of “{term}”:', { term: <span className="wrap-anywhere">{problem.term}</span> })}</p>
          <Refused error={problem.error} />
        </div>
      )}
      <Table
        label={t('Searches')}
        columns={columnsOf(account, { made, press, isOff: !may || add.isPending })}
        rows={rows}
        keyOf={keyOf}
      />
    </>
  )
}

interface Pressing {
  made: WordsCreated
  press: (term: SearchTerm, kind: Adding['kind']) => void
  isOff: boolean
}

function columnsOf({ currency }: AdAccount, { made, press, isOff }: Pressing): Column<SearchTerm>[] {
  return [
    {
      head: t('Search##what was typed'),
      cell: ({ term, matchType }) => (
        <div className="max-w-80 min-w-40">
          <p className="font-medium wrap-anywhere">{term}</p>
          {matchType && (
            <p className="text-[13px] text-muted">{t('met by {matchWord}', { matchWord: matchWord(matchType) })}</p>
          )}
        </div>
      ),
    },
    {
      head: t('Ad group'),
      wideOnly: true,
      cell: ({ adGroupName, campaignName }) => (
        <div className="max-w-64 min-w-40">
          <p className="wrap-anywhere">{adGroupName}</p>
          <p className="text-[13px] wrap-anywhere text-muted">{campaignName}</p>
        </div>
      ),
    },
    { head: t('Spend'), figure: true, cell: ({ spend }) => money(spend, currency) },
    { head: t('Clicks'), figure: true, cell: ({ clicks }) => count(clicks) },
    { head: t('Impressions'), figure: true, wideOnly: true, cell: ({ impressions }) => count(impressions) },
    {
      head: t('Conversions'),
      figure: true,
      cell: ({ conversions }) => (Number.isInteger(conversions) ? count(conversions) : decimals(conversions, 2)),
    },
    {
      head: t('Their value'),
      figure: true,
      wideOnly: true,
      cell: ({ conversionValue }) => money(conversionValue, currency),
    },
    {
      head: t('It is##a keyword'),
      oneLine: true,
      cell: (term) => <Standing word={made[keyOf(term)] ?? term.status} />,
    },
    {
      head: t('Make it##a keyword'),
      cell: (term) => (
        <div className="flex gap-1">
          <Button
            small
            disabled={isOff || isOne(term, made, 'keyword')}
            aria-label={t('Keyword: “{term}”', { term: term.term })}
            onClick={() => press(term, 'keyword')}
          >
            {t('Keyword')}
          </Button>
          <Button
            small
            disabled={isOff || isOne(term, made, 'negative')}
            aria-label={t('Negative: “{term}”', { term: term.term })}
            onClick={() => press(term, 'negative')}
          >
            {t('Negative')}
          </Button>
        </div>
      ),
    },
  ]
}

const standing: Record<string, { words: string; of: Adding['kind'][]; tone: 'good' | 'warn' | 'calm' }> = {
  ADDED: { words: t('a keyword'), of: ['keyword'], tone: 'good' },
  EXCLUDED: { words: t('kept away'), of: ['negative'], tone: 'warn' },
  ADDED_EXCLUDED: { words: 'both', of: ['keyword', 'negative'], tone: 'warn' },
  keyword: { words: t('a keyword'), of: ['keyword'], tone: 'good' },
  negative: { words: t('kept away'), of: ['negative'], tone: 'warn' },
}

const isOne = (term: SearchTerm, made: WordsCreated, kind: Adding['kind']): boolean =>
  made[keyOf(term)] === kind || (standing[term.status]?.of.includes(kind) ?? false)

function Standing({ word }: { word: string }) {
  const found = standing[word]
  return found ? <Badge tone={found.tone}>{found.words}</Badge> : <span className="text-muted">{t('neither')}</span>
}
