import { useState } from 'react'
import type { Entity } from '../../../../client/src/index.ts'
import { entityKey, switchEntities } from '../../data/entities.ts'
import type { SwitchOutcome } from '../../data/entities.ts'
import { useWrite } from '../../data/client/write.ts'
import { useMay } from '../../data/session/session.ts'

export interface Switches {
  mayManage: boolean
  /** As it stands since somebody switched it here; the list itself is read from time to time. */
  isOn: (entity: Entity) => boolean
  isBusy: (entity: Entity) => boolean
  problemOf: (entity: Entity) => string | null
  switchTo: (entities: Entity[], isOn: boolean) => void
}

/** What was switched on this page, and what stood against it. */
export function useSwitches(): Switches {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, { isOn: boolean; problem: string | null }>>(new Map())
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const settle = (done: SwitchOutcome[], isOn: boolean) => {
    setBusy(new Set())
    setOutcomes((now) => {
      const next = new Map(now)
      for (const { entity, problem } of done)
        next.set(entityKey(entity), { isOn: problem === null ? isOn : !isOn, problem })
      return next
    })
  }
  const run = useWrite(switchEntities, {
    done: (done, { isOn }) => {
      const went = done.filter(({ problem }) => problem === null)
      const failed = done.length - went.length
      const what = went.length === 1 ? (went[0]?.entity.name ?? '1') : String(went.length)
      return [
        `${isOn ? 'Resumed' : 'Paused'} ${what}`,
        failed > 0 ? `${failed} failed: why stands with each.` : undefined,
      ]
    },
    then: (done, { isOn }) => settle(done, isOn),
    failed: ({ message }, { entities, isOn }) =>
      settle(
        entities.map((entity) => ({ entity, problem: message })),
        isOn,
      ),
  })
  return {
    mayManage: useMay('manage'),
    isOn: (entity) => outcomes.get(entityKey(entity))?.isOn ?? entity.state === 'active',
    isBusy: (entity) => busy.has(entityKey(entity)),
    problemOf: (entity) => outcomes.get(entityKey(entity))?.problem ?? null,
    switchTo: (entities, isOn) => {
      setBusy(new Set(entities.map(entityKey)))
      run.mutate({ entities, isOn })
    },
  }
}
