import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Entity, EntityTotals } from '../../../../../client/src/index.ts'
import { useWrite } from '../../../data/client/write.ts'
import { switchEntities, useEntities } from '../../../data/running/entities.ts'
import { entityKey } from '../../../data/running/entity-key.ts'
import { useMay } from '../../../data/session/session.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { decimals, money } from '../../../ui/words/format.ts'
import { Card } from '../../../ui/page.tsx'
import { PlatformMark } from '../../../ui/platform-mark.tsx'
import { judge } from './judge.ts'
import type { Judged } from './judge.ts'
import { t } from '../../../languages/t.ts'

/** The ads of the last seven days that stand out, each with why in numbers and what can be done about it. */
export function Week() {
  const ads = useEntities({ level: 'ad', columns: ['spend', 'results'], window: 'last_7_days', sortBy: 'spend' })
  const [asked, ask] = useState<Judged | null>(null)
  const [paused, setPaused] = useState<ReadonlySet<string>>(new Set())
  return (
    <Card
      title={t('Worst and best ads of the week')}
      actions={
        <Link to="/running" className="text-[13px] text-accent underline">
          {t('Everything that runs')}
        </Link>
      }
    >
      <Answer of={ads} what={t('ads')}>
        {({ rows, totals }) => {
          const { worst, best } = judge(rows.filter(({ currency }) => currency === largestOf(totals)))
          if (worst.length + best.length === 0)
            return <p className="text-muted">{t('None stands out: none costs far more or less than its siblings.')}</p>
          return (
            <ul className="flex flex-col divide-y">
              {worst.map((one) => (
                <Line key={entityKey(one.ad)} judged={one} isPaused={paused.has(entityKey(one.ad))} onPause={ask} />
              ))}
              {best.map((one) => (
                <Line key={entityKey(one.ad)} judged={one} />
              ))}
            </ul>
          )
        }}
      </Answer>
      {asked && (
        <AskPause
          judged={asked}
          onClose={() => ask(null)}
          onPaused={() => setPaused((some) => new Set(some).add(entityKey(asked.ad)))}
        />
      )}
    </Card>
  )
}

/** Amounts of several currencies are not compared: those of the largest total are. */
function largestOf(totals: EntityTotals[]): string | undefined {
  return totals.toSorted((a, b) => (b.figures?.spend ?? 0) - (a.figures?.spend ?? 0))[0]?.currency
}

interface LineProps {
  judged: Judged
  isPaused?: boolean
  /** Absent: it is good as it is. */
  onPause?: (judged: Judged) => void
}

function Line({ judged, isPaused = false, onPause }: LineProps) {
  const { ad } = judged
  const mayManage = useMay('manage')
  return (
    <li className="flex items-start gap-x-2 gap-y-1 py-2 max-md:flex-wrap">
      <span className="shrink-0 max-md:w-full md:w-26">
        <Badge tone={onPause ? 'bad' : 'good'}>{onPause ? t('worst') : t('best')}</Badge>
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <PlatformMark name={ad.platform} /> {nameOf(ad)}
        </p>
        <p className="text-[13px] text-muted wrap-anywhere">{whyOf(judged)}</p>
      </div>
      {onPause && (
        <Button small disabled={!mayManage || isPaused} onClick={() => onPause(judged)}>
          {isPaused ? t('Paused') : t('Pause …')}
        </Button>
      )}
    </li>
  )
}

const nameOf = ({ name }: Entity) => name ?? t('An ad without a name')

function whyOf({ ad: { currency, accountName }, spend, results, cost, usual, among }: Judged): string {
  const others = among === null ? t('other ads') : t('the other ads of “{among}”', { among })
  const spent = t('{spend} spent in {accountName}', { spend: money(spend, currency), accountName })
  if (cost === null)
    return t('{spent}, without a result. One costs {usual} with {others}.', {
      spent,
      usual: money(usual, currency),
      others,
    })
  const times =
    cost > usual
      ? t('{cost} times', { cost: decimals(cost / usual, 1) })
      : t('{number} % of', { number: decimals((100 * cost) / usual, 0) })
  const many = t({ one: '1 result', other: '{count} results' }, { count: results })
  return t('{spent} for {many}: {cost} each, {times} the {usual} of {others}.', {
    spent,
    many,
    cost: money(cost, currency),
    times,
    usual: money(usual, currency),
    others,
  })
}

interface AskProps {
  judged: Judged
  onClose: () => void
  onPaused: () => void
}

function AskPause({ judged: { ad, spend }, onClose, onPaused }: AskProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const pause = useWrite(switchEntities, {
    then: ([outcome]) => {
      if (outcome?.problem) return setProblem(outcome.problem)
      onPaused()
      onClose()
    },
  })
  return (
    <Confirm
      onClose={onClose}
      title={t('Pause “{ad}”?', { ad: nameOf(ad) })}
      lead={t(
        'It spent {spend} in the last 7 days. It brings nothing until it is resumed, which can be done at any time.',
        { spend: money(spend, ad.currency) },
      )}
      keep={t('Let it run')}
      action={t('Pause')}
      danger
      of={pause}
      input={{ entities: [ad], isOn: false }}
    >
      {problem && (
        <p lang="en" role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </Confirm>
  )
}
