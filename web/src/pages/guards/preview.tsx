import { useEffect, useState } from 'react'
import type { CapStatus, SpendGuardInput } from '../../../../client/src/index.ts'
import { useAccountName } from '../../data/accounts.ts'
import { useGuardPreview } from '../../data/guards.ts'
import { useActors } from './actors.ts'
import { CapBar } from './cap-bar.tsx'
import { Past } from './past.tsx'
import { guardSentence } from './guard-words.ts'
import { t } from '../../languages/t.ts'

const waitMs = 600

/** The guard as a sentence while it is made, how it would stand today, and what it would have said to the writes of the last days. */
export function Preview({ guard }: { guard: SpendGuardInput }) {
  const account = useAccountName()
  const { nameOf } = useActors()
  const sentence = guardSentence(guard, { account, actor: nameOf })
  return (
    <section aria-label={t('What it says')} className="flex flex-col gap-3 rounded-md bg-raised p-3">
      <p className="wrap-anywhere" aria-live="polite">
        {sentence ?? t('Give it at least one limit: then this says what it will do.')}
      </p>
      {sentence !== null && <Tried guard={guard} />}
    </section>
  )
}

function Tried({ guard }: { guard: SpendGuardInput }) {
  const settled = useSettled(guard)
  const { data, isError, isPending } = useGuardPreview(settled)
  if (isError) return null
  if (isPending || !data)
    return <p className="text-[13px] text-muted">{t('Looks at what was spent and what runs …')}</p>
  const { guard: read, day, month, past } = data
  return (
    <>
      {day && <CapBar name={t('As it would stand today')} guard={read} cap={day} />}
      {month && <CapBar name={t('As it would stand this month')} guard={read} cap={month} />}
      {(day ?? month) && <p className="text-[13px] font-medium">{wouldDo(read.mode, [day, month])}</p>}
      {past && <Past guard={read} past={past} />}
    </>
  )
}

const held: Record<SpendGuardInput['mode'], string> = {
  refuse: t('be refused'),
  ask: t('wait for a person'),
  warn: t('be told of'),
}

/** What would become of the next write that costs: the worst of it. */
function wouldDo(mode: SpendGuardInput['mode'], caps: readonly (CapStatus | null)[]): string {
  const set = caps.filter((cap) => cap !== null)
  if (set.some(({ isReached }) => isReached))
    return t('From now on every write that costs would {held}.', { held: held[mode] })
  if (set.some(({ left }) => left === 'unknown'))
    return t('As long as that is unknown, what adds to it would {held}.', { held: held[mode] })
  if (set.some(({ left }) => left === 0))
    return t('What runs fills it already: whatever adds to it would {held}.', { held: held[mode] })
  return t('Nothing would be held up now; what adds more than what is left would {held}.', { held: held[mode] })
}

/** As it was when somebody last paused typing. */
function useSettled(guard: SpendGuardInput): SpendGuardInput {
  const text = JSON.stringify(guard)
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    const wait = setTimeout(() => setAsked(text), waitMs)
    return () => clearTimeout(wait)
  }, [text])
  return JSON.parse(asked) as SpendGuardInput
}
