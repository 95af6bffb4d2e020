import { useNavigate } from '@tanstack/react-router'
import { createRule } from '../../data/automations.ts'
import type { RuleInput } from '../../data/automations.ts'
import { useKept } from '../../data/client/kept.ts'
import { useWrite } from '../../data/client/write.ts'
import { Page } from '../../ui/page.tsx'
import type { Draft } from './builder/draft.ts'
import { RuleEditor } from './builder/rule-editor.tsx'
import { TemplateChooser } from './builder/templates.tsx'
import { t } from '../../languages/t.ts'

/** A new rule: chosen from the ready-made ones or empty, then built. It is switched off until somebody switches it on. */
export function NewRule() {
  const [rule, setRule, forget] = useKept<Draft | null>('rule.new', null)
  const navigate = useNavigate()
  const save = useWrite(createRule, {
    done: ({ name, enabled }) => [
      t('“{name}” is saved.', { name }),
      enabled ? undefined : t('It is switched off: try it on the past, then switch it on.'),
    ],
    then: ({ id }) => {
      forget()
      void navigate({ to: '/automations/$id', params: { id: String(id) } })
    },
  })
  const begin = (chosen: Draft) => {
    setRule(chosen)
    // Ready-made rules are a long list, and who chose the last would begin in the middle of the rule.
    window.scrollTo(0, 0)
  }
  if (!rule) {
    return (
      <Page title={t('New rule')} lead={t('Begin with a ready-made rule and change what you like, or start empty.')}>
        <TemplateChooser onChoose={begin} />
      </Page>
    )
  }
  return (
    <Page
      title={t('New rule')}
      lead={t('Build it, see at once what it would do, and save it. It is switched off until you switch it on.')}
    >
      <RuleEditor
        rule={rule}
        onChange={(next) => (save.reset(), setRule(next))}
        onDiscard={forget}
        saving={{
          start: () => save.mutate(rule as RuleInput),
          isBusy: save.isPending,
          error: save.error,
          label: t('Save the rule'),
        }}
      />
    </Page>
  )
}
