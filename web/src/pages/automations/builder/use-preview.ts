import { useEffect, useState } from 'react'
import type { AutomationPreview } from '../../../../../client/src/index.ts'
import { useUnsavedPreview } from '../../../data/automations.ts'
import type { RuleInput } from '../../../data/automations.ts'
import type { Draft } from './draft.ts'
import { t } from '../../../languages/t.ts'

const waitMs = 1200

export interface PreviewState {
  preview: AutomationPreview | null
  error: Error | null
  isBusy: boolean
  again: () => void
}

/** What the rule under work would do now, asked when somebody pauses typing. The last answer stays until the next is there. */
export function usePreview(draft: Draft): PreviewState {
  const text = JSON.stringify(draft)
  const [asked, setAsked] = useState(text)
  const [last, setLast] = useState<Pick<PreviewState, 'preview' | 'error'>>({ preview: null, error: null })
  useEffect(() => {
    const wait = setTimeout(() => setAsked(text), waitMs)
    return () => clearTimeout(wait)
  }, [text])
  const { data, error, isPending, isFetching, refetch } = useUnsavedPreview(asQuestion(asked))
  useEffect(() => {
    if (!isPending) setLast({ preview: data ?? null, error })
  }, [data, error, isPending])
  const again = () => (asked === text ? void refetch() : setAsked(text))
  return { ...last, isBusy: isFetching, again }
}

/** A preview does not mind what the rule is called. */
function asQuestion(text: string): RuleInput {
  const draft = JSON.parse(text) as Draft
  const named = { ...draft, name: draft.name?.trim() || t('Not named yet') }
  return named as RuleInput
}
