import type { Operation } from '../../call/operation.ts'
import { approvalLink, approveByLink, refuseByLink } from '../approvals/token.ts'
import { home } from '../home.ts'
import { health } from '../v1/health.ts'
import { metrics } from '../metrics.ts'
import { checkLive, checkReady } from '../probes.ts'
import { media } from '../media.ts'

/** Links in messages, and what the service says of itself. */
export const serviceOperations: Operation[] = [
  ...[approvalLink, approveByLink, refuseByLink],
  ...[home, health, checkLive, checkReady, metrics, media],
]
