import { refusalIn } from '../../../data/client/refusal.ts'
import { useMay } from '../../../data/session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { sentenceOf } from '../words/sentence.ts'
import { Builder } from './builder.tsx'
import { withValue } from './draft.ts'
import type { Draft } from './draft.ts'
import { EditingProvider } from './editing.tsx'
import { JsonPanel } from './json-panel.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { usePreview } from './use-preview.ts'
import { t } from '../../../languages/t.ts'

interface Props {
  rule: Draft
  onChange: (rule: Draft) => void
  /** What happens when it is kept: its state, and how it went. */
  saving: { start: () => void; isBusy: boolean; error: Error | null; label: string }
  onDiscard: () => void
}

/** The builder, the rule in words, what it would do and its JSON, side by side. */
export function RuleEditor({ rule, onChange, saving, onDiscard }: Props) {
  const preview = usePreview(rule)
  const may = useMay('manage')
  const wrong = saving.error ?? preview.error
  const issues = refusalIn(wrong)?.issues ?? []
  return (
    <EditingProvider
      rule={rule}
      issues={issues}
      replace={onChange}
      set={(path, value) => onChange(withValue(rule, path, value))}
    >
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <Builder />
        <div className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-16 xl:max-h-[calc(100dvh-9.5rem)] xl:self-start xl:overflow-y-auto">
          <Card title={t('In words')}>
            <p data-testid="sentence">{sentenceOf(rule)}</p>
          </Card>
          <PreviewPanel {...preview} />
          <JsonPanel />
        </div>
      </div>
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-2 border-t bg-surface px-4 py-3 md:-mx-6 md:px-6">
        <Problem error={saving.error} />
        <div className="flex flex-wrap items-center gap-2">
          <Button look="main" busy={saving.isBusy} disabled={!may} onClick={saving.start}>
            {saving.label}
          </Button>
          <Button onClick={onDiscard}>{t('Discard')}</Button>
          <p className="text-[13px] text-muted">
            {may
              ? t('What you build is kept in this browser until you save it.')
              : t('Your role may look at rules, not change them.')}
          </p>
        </div>
      </div>
    </EditingProvider>
  )
}
