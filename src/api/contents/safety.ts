import type { Operation } from '../../call/operation.ts'
import { getSpendGuards, putSpendGuards } from '../v1/spend-guards/index.ts'
import { previewSpendGuard } from '../v1/spend-guards/preview.ts'
import { spendGuardStatus } from '../v1/spend-guards/status.ts'
import { approveApproval, getApproval, listApprovalsOperation, refuseApproval } from '../v1/approvals/index.ts'
import { automationOperations } from './automations.ts'
import { events } from '../v1/events.ts'
import { webhookOperations } from './webhooks.ts'
import { auditLog } from '../v1/audit-log.ts'
import { addToChangelog, changelog, latestChangelogEntry } from '../v1/changelog/index.ts'
import { changelogEntry, patchChangelogEntry, removeChangelogEntry } from '../v1/changelog/id.ts'

/** Guards, approvals, rules, and what is told and kept of all this. */
export const safetyOperations: Operation[] = [
  getSpendGuards,
  putSpendGuards,
  spendGuardStatus,
  previewSpendGuard,
  listApprovalsOperation,
  getApproval,
  approveApproval,
  refuseApproval,
  ...automationOperations,
  events,
  ...webhookOperations,
  auditLog,
  changelog,
  addToChangelog,
  latestChangelogEntry,
  changelogEntry,
  patchChangelogEntry,
  removeChangelogEntry,
]
