import type { Automation } from '../../../../../client/src/index.ts'
import { switchRule } from '../../../data/automations.ts'
import { useMay } from '../../../data/session/session.ts'
import { useWrite } from '../../../data/client/write.ts'
import { sayProblem } from '../../../ui/say.ts'
import { Switch } from '../../../ui/switch.tsx'

/** Whether a rule is checked by itself. */
export function RuleSwitch({ rule: { id, name, enabled } }: { rule: Pick<Automation, 'id' | 'name' | 'enabled'> }) {
  const may = useMay('manage')
  const change = useWrite(switchRule, {
    done: (rule) => `“${rule.name}” is switched ${rule.enabled ? 'on' : 'off'}.`,
    failed: sayProblem,
  })
  return (
    <Switch
      label={`${name} is switched on`}
      checked={change.isPending ? (change.variables.enabled ?? enabled) : enabled}
      disabled={!may || change.isPending}
      onChange={(next) => change.mutate({ id, enabled: next })}
    />
  )
}
