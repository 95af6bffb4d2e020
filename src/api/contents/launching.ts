import type { Operation } from '../../call/operation.ts'
import { launch } from '../v1/launch/index.ts'
import { validateLaunch } from '../v1/launch/validate.ts'
import { batchStatus } from '../v1/batch-status.ts'
import { batches } from '../v1/batches/index.ts'
import { batchById, renameBatchOperation } from '../v1/batches/id.ts'
import { batchEvents } from '../v1/batches/events.ts'
import { batchReceipts } from '../v1/batches/receipts.ts'
import { batchTimeline } from '../v1/batches/timeline.ts'
import { cancelBatchOperation } from '../v1/batches/cancel.ts'
import { draftFailedOperation } from '../v1/batches/draft.ts'
import { undoBatchOperation } from '../v1/batches/undo.ts'
import { launchDraftOperation, launchFromDraft } from '../v1/launch/from-draft.ts'
import { createDraftOperation, listDraftsOperation } from '../v1/drafts/index.ts'
import { deleteDraftOperation, getDraft, patchDraft } from '../v1/drafts/id.ts'

/** Launches, batches and drafts. */
export const launchingOperations: Operation[] = [
  launch,
  validateLaunch,
  batchStatus,
  batches,
  batchById,
  renameBatchOperation,
  batchEvents,
  batchReceipts,
  batchTimeline,
  cancelBatchOperation,
  draftFailedOperation,
  undoBatchOperation,
  launchFromDraft,
  listDraftsOperation,
  createDraftOperation,
  getDraft,
  patchDraft,
  deleteDraftOperation,
  launchDraftOperation,
]
