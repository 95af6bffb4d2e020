import type { Automation } from '../../../../../client/src/index.ts'
import { switchRule } from '../../../data/automations.ts'
import { useMay } from '../../../data/session/session.ts'
import { useWrite } from '../../../data/client/write.ts'
import { sayProblem } from '../../../ui/say.ts'
import { Switch } from '../../../ui/switch.tsx'
import { t } from '../../../languages/t.ts'

/** Whether a rule is checked by itself. */
export function RuleSwitch({ rule: { id, name, enabled } }: { rule: Pick<Automation, 'id' | 'name' | 'enabled'> }) {
  const may = useMay('manage')
  const change = useWrite(switchRule, {
    done: (rule) =>
      rule.enabled
        ? t('“{name}” is switched on.', { name: rule.name })
        : t('“{name}” is switched off.', { name: rule.name }),
    failed: sayProblem,
  })
  return (
    <Switch
      label={t('{name} is switched on', { name })}
      checked={change.isPending ? (change.variables.enabled ?? enabled) : enabled}
      disabled={!may || change.isPending}
      onChange={(next) => change.mutate({ id, enabled: next })}
    />
  )
}
