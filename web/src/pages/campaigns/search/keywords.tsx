import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { AdAccount, SearchKeyword } from '../../../../../client/src/index.ts'
import { useWrite } from '../../../data/client/write.ts'
import { switchKeywords, useKeywords } from '../../../data/campaigns/search-ads.ts'
import type { Within } from '../../../data/campaigns/search-ads.ts'
import { useMay } from '../../../data/session/session.ts'
import { Answer, More } from '../../../ui/answer.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/page.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table.tsx'
import { count, money } from '../../../ui/words/format.ts'
import { Refused } from '../refused.tsx'
import { plainState } from '../status-words.ts'
import { AddWords } from './add-words.tsx'
import { matchWord } from './words.ts'
import { t } from '../../../languages/t.ts'

/** The words that ads are shown for. */
export function Keywords({ account, within }: { account: AdAccount; within: Within }) {
  const keywords = useKeywords(within)
  const may = useMay('manage')
  const [isAdding, setAdding] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const turn = useWrite(switchKeywords, {
    done: ({ results: [first] }, { status }) =>
      first?.success ? (status === 'PAUSED' ? t('The keyword is paused.') : t('The keyword runs.')) : '',
    then: ({ results: [first] }) =>
      setRefused(first?.success ? null : new Error(first?.error?.message ?? t('The platform did not take it.'))),
    failed: setRefused,
  })
  const press = (id: string, isOn: boolean) => {
    setRefused(null)
    turn.mutate({ accountId: account.id, ids: [id], status: isOn ? 'ENABLED' : 'PAUSED' })
  }
  const switching = turn.isPending ? turn.variables.ids[0] : undefined
  return (
    <>
      <div className="flex justify-end">
        <Button look="main" icon={<Plus size={15} aria-hidden />} disabled={!may} onClick={() => setAdding(true)}>
          {t('Add keywords …')}
        </Button>
      </div>
      <Refused error={refused} />
      <Answer of={keywords} what={t('the keywords')} empty={<Empty title={t('There are no keywords here yet.')} />}>
        {(rows) => (
          <Table
            label={t('Keywords')}
            columns={columnsOf(account, { press, isOff: !may || turn.isPending, switching })}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </Answer>
      <More of={keywords}>{t('Show more keywords')}</More>
      {isAdding && <AddWords kind="keyword" account={account} within={within} onClose={() => setAdding(false)} />}
    </>
  )
}

interface Switching {
  press: (id: string, isOn: boolean) => void
  isOff: boolean
  /** Which of them is on its way. */
  switching: string | undefined
}

function columnsOf({ currency }: AdAccount, { press, isOff, switching }: Switching): Column<SearchKeyword>[] {
  return [
    {
      head: t('On##switched on'),
      cell: ({ id, text, status }) => (
        <Switch
          label={t('{text} runs', { text })}
          checked={(status === 'ENABLED') !== (switching === id)}
          disabled={isOff}
          onChange={(isOn) => press(id, isOn)}
        />
      ),
    },
    {
      head: t('Keyword'),
      cell: ({ text, matchType }) => (
        <div className="max-w-80 min-w-40">
          <p className="font-medium wrap-anywhere">{text}</p>
          <p className="text-[13px] text-muted">{matchWord(matchType)}</p>
        </div>
      ),
    },
    {
      head: t('State'),
      oneLine: true,
      cell: ({ effectiveStatus }) => (
        <Badge tone={effectiveStatus === 'ENABLED' ? 'good' : 'calm'}>{plainState(effectiveStatus)}</Badge>
      ),
    },
    {
      head: t('Ad group'),
      cell: ({ adGroupName, campaignName }) => (
        <div className="max-w-64 min-w-40">
          <p className="wrap-anywhere">{adGroupName}</p>
          <p className="text-[13px] wrap-anywhere text-muted">{campaignName}</p>
        </div>
      ),
    },
    {
      head: t('Bid'),
      figure: true,
      cell: ({ bid, effectiveBid }) => (
        <>
          {money(bid ?? effectiveBid, currency)}
          {bid === null && effectiveBid !== null && <p className="text-[13px] text-muted">{t('its ad group’s')}</p>}
        </>
      ),
    },
    { head: t('First page'), figure: true, wideOnly: true, cell: ({ firstPageBid }) => money(firstPageBid, currency) },
    { head: t('Quality, of 10'), figure: true, wideOnly: true, cell: ({ qualityScore }) => count(qualityScore) },
  ]
}
