import { pino } from 'pino'
import type { Logger } from 'pino'
import type { ItemRow } from '../../../src/core/journal/item-entry.ts'
import type { ItemRef } from '../../../src/core/journal/item-ends.ts'
import { laneJournal } from '../../../src/core/journal/lane/journal.ts'
import type { LaneLease } from '../../../src/core/journal/lane/lanes.ts'
import { openJournal } from '../../../src/core/journal/open.ts'
import { openLane } from '../../../src/core/launch/engine/lane.ts'
import type { Lane } from '../../../src/core/launch/engine/lane.ts'
import { createRepeats } from '../../../src/core/launch/engine/repeats.ts'
import { makeInLane } from '../../../src/core/launch/engine/lane-write.ts'
import type { LaunchAd, LaunchVerbs, Step, StepResult } from '../../../src/platforms/contract/launch.ts'
import { createPulse } from '../../../src/probes/pulse.ts'
import { noTracing } from '../../../src/trace/tracing.ts'
import type { TestApp } from '../harness.ts'

/** A lane of a test that plays its worker, on a platform that is whatever the test says. Its calls are quick. */
export function openOwnLane(
  app: TestApp,
  lease: LaneLease,
  verbs: Partial<LaunchVerbs> = {},
  log: Logger = pino({ level: 'silent' }),
): Lane {
  const { db, launchMedia: media } = app.app.services
  const lane = openLane({
    journal: laneJournal(db, openJournal(db, createPulse()), lease),
    verbs: { concurrency: 1, requestLifeMs: 1_000, readLagMs: 0, steps: () => [], ...verbs },
    media,
    driver: {},
    log,
    repeats: createRepeats(log),
    tracing: noTracing,
    readOrigin: async () => ({ requestId: null, trace: null }),
    askConnection: () => Promise.resolve('works'),
    cut: new AbortController().signal,
  })
  lane.calls.tookMs(0)
  return lane
}

/** An item of `bareItems` as its worker reads it. */
export function bareRow({ id, companyId, batchId }: ItemRef): ItemRow {
  return {
    ...{ id, company_id: companyId, batch_id: batchId, batch_slug: 'bare', ad_index: 0, ad_set_id: '1' },
    ...{ ad_name: 'Bare', ad: { media: [] } as unknown as LaunchAd, step: null, tries: 0, starts: 0, facts: null },
  }
}

/** Makes one step of the item, which failed so often before. */
export function runOwnStep(lane: Lane, item: ItemRef, step: Step, tries = 0): Promise<StepResult> {
  const { requestLifeMs, readLagMs } = lane.verbs
  const entry = lane.journal
    .item(bareRow(item))
    .write({ step, lifeMs: 3_000 + requestLifeMs + readLagMs, readLagMs, creativeId: null })
  const fetchMedia = () => Promise.reject(new Error('no media'))
  return makeInLane({ lane, step, entry, results: {}, fetchMedia, tries, lookSince: null })
}
