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
import { count, decimals, money } from '../../../ui/words/format.ts'
import { Card } from '../../../ui/page.tsx'
import { PlatformMark } from '../../../ui/platform-mark.tsx'
import { judge } from './judge.ts'
import type { Judged } from './judge.ts'

/** The ads of the last seven days that stand out, each with why in numbers and what can be done about it. */
export function Week() {
  const ads = useEntities({ level: 'ad', columns: ['spend', 'results'], window: 'last_7_days', sortBy: 'spend' })
  const [asked, ask] = useState<Judged | null>(null)
  const [paused, setPaused] = useState<ReadonlySet<string>>(new Set())
  return (
    <Card
      title="Worst and best ads of the week"
      actions={
        <Link to="/running" className="text-[13px] text-accent underline">
          Everything that runs
        </Link>
      }
    >
      <Answer of={ads} what="ads">
        {({ rows, totals }) => {
          const { worst, best } = judge(rows.filter(({ currency }) => currency === largestOf(totals)))
          if (worst.length + best.length === 0)
            return <p className="text-muted">None stands out: none costs far more or less than its siblings.</p>
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
    <li className="flex items-start gap-2 py-2">
      <Badge tone={onPause ? 'bad' : 'good'}>{onPause ? 'worst' : 'best'}</Badge>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <PlatformMark name={ad.platform} /> {nameOf(ad)}
        </p>
        <p className="text-[13px] text-muted wrap-anywhere">{whyOf(judged)}</p>
      </div>
      {onPause && (
        <Button small disabled={!mayManage || isPaused} onClick={() => onPause(judged)}>
          {isPaused ? 'Paused' : 'Pause …'}
        </Button>
      )}
    </li>
  )
}

const nameOf = ({ name }: Entity) => name ?? 'An ad without a name'

function whyOf({ ad: { currency, accountName }, spend, results, cost, usual, among }: Judged): string {
  const others = among === null ? 'other ads' : `the other ads of “${among}”`
  const spent = `${money(spend, currency)} spent in ${accountName}`
  if (cost === null) return `${spent}, without a result. One costs ${money(usual, currency)} with ${others}.`
  const times = cost > usual ? `${decimals(cost / usual, 1)} times` : `${decimals((100 * cost) / usual, 0)} % of`
  const many = results === 1 ? '1 result' : `${count(results)} results`
  return `${spent} for ${many}: ${money(cost, currency)} each, ${times} the ${money(usual, currency)} of ${others}.`
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
      title={`Pause “${nameOf(ad)}”?`}
      lead={`It spent ${money(spend, ad.currency)} in the last 7 days. It brings nothing until it is resumed, which can be done at any time.`}
      keep="Let it run"
      action="Pause"
      danger
      of={pause}
      input={{ entities: [ad], isOn: false }}
    >
      {problem && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </Confirm>
  )
}
