import type { Operation } from '../../../call/operation.ts'
import { addAutomation, automationList } from '../automations.ts'
import { automationById, patchAutomation, removeAutomation } from './id.ts'
import { previewAutomation, previewUnsaved } from './preview.ts'
import { automationTemplates } from './templates.ts'

/** The operations of rules, in the order in which the documents show them. */
export const automationOperations: Operation[] = [
  automationTemplates,
  automationList,
  addAutomation,
  previewUnsaved,
  automationById,
  patchAutomation,
  previewAutomation,
  removeAutomation,
]
