import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import type { BatchHead } from './live-batch.ts'

/** Whether money can be spent by the batch. */
export function Where({ head: { sandbox } }: { head: BatchHead }) {
  return <SandboxOrLive of={sandbox === null ? [] : [sandbox]} />
}
