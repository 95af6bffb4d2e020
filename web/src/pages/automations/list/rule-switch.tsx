import { useMutation } from '@tanstack/react-query'
import type { Automation } from '../../../../../client/src/index.ts'
import { flightdeck } from '../../../data/flightdeck.ts'
import { useMay } from '../../../data/session.ts'
import { Switch } from '../../../ui/switch.tsx'
import { say, sayProblem } from '../../../ui/toasts.tsx'
import { ageRules } from '../../../data/automations.ts'

/** Whether a rule is checked by itself. */
export function RuleSwitch({ rule: { id, name, enabled } }: { rule: Pick<Automation, 'id' | 'name' | 'enabled'> }) {
  const may = useMay('manage')
  const change = useMutation({
    mutationFn: (next: boolean) => flightdeck.updateAutomation({ id, enabled: next }),
    onSuccess: (rule) => say(`“${rule.name}” is switched ${rule.enabled ? 'on' : 'off'}.`),
    onError: sayProblem,
    onSettled: ageRules,
  })
  return (
    <Switch
      label={`${name} is switched on`}
      checked={change.isPending ? change.variables : enabled}
      disabled={!may || change.isPending}
      onChange={(next) => change.mutate(next)}
    />
  )
}
