import { askUntil } from './ask-until.ts'
import type { TestApp } from './harness.ts'

/** Resolves when a fault of the sandbox has been applied so often. */
export async function untilApplied(app: TestApp, count: number): Promise<void> {
  await askUntil(async () => {
    const { faults } = await app.control<{ faults: { applied: number }[] }>('GET', 'faults')
    return faults.some((each) => each.applied >= count) || null
  })
}

/** Resolves when the fate of the batch's first ad is open. */
export async function untilUnsure(app: TestApp, batchId: number): Promise<void> {
  let heard: () => void = () => undefined
  const stop = app.app.services.listener.on('batch_event', () => heard())
  for (;;) {
    const event = new Promise<void>((resolve) => (heard = resolve))
    const { body } = await app.call<{ ads: { status: string }[] }>('GET', `/v1/batch-status/${batchId}?include=ads`)
    if (body.ads[0]!.status === 'unsure') return stop()
    await event
  }
}
