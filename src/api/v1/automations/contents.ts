import type { Operation } from '../../../call/operation.ts'
import { addAutomation, automationList } from './index.ts'
import { backtestAutomation } from './backtest.ts'
import { getExecution, listAllExecutions, listExecutionsOfRule } from './executions.ts'
import { undoExecutionOperation } from './executions/undo.ts'
import { automationById, patchAutomation, removeAutomation } from './id.ts'
import { previewAutomation, previewUnsaved } from './preview.ts'
import { runAutomation } from './run.ts'
import { automationSwitch, resumeAutomations, stopAutomations } from './stop.ts'
import { listSuggestionsOperation } from './suggestions.ts'
import { acceptSuggestionOperation } from './suggestions/accept.ts'
import { dismissSuggestionOperation } from './suggestions/dismiss.ts'
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
  backtestAutomation,
  runAutomation,
  listExecutionsOfRule,
  listAllExecutions,
  getExecution,
  undoExecutionOperation,
  listSuggestionsOperation,
  acceptSuggestionOperation,
  dismissSuggestionOperation,
  automationSwitch,
  stopAutomations,
  resumeAutomations,
  removeAutomation,
]
