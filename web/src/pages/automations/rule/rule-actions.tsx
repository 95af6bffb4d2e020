import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Automation } from '../../../../../client/src/index.ts'
import { flightdeck } from '../../../data/flightdeck.ts'
import { queryClient } from '../../../data/query-client.ts'
import { useMay } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { say } from '../../../ui/toasts.tsx'
import { RuleSwitch } from '../list/rule-switch.tsx'
import { ageRules, execution } from '../../../data/automations.ts'
import { modeNames } from '../words/names.ts'

/** On or off, check it now, delete it. */
export function RuleActions({ rule }: { rule: Automation }) {
  const may = useMay('manage')
  const [asking, setAsking] = useState<'run' | 'delete' | null>(null)
  return (
    <>
      <span className="mr-1 inline-flex items-center gap-2">
        <RuleSwitch rule={rule} />
        {rule.enabled ? 'On' : 'Off'}
      </span>
      <Button disabled={!may} icon={<Play size={15} aria-hidden />} onClick={() => setAsking('run')}>
        Run now
      </Button>
      <Button disabled={!may} icon={<Trash2 size={15} aria-hidden />} onClick={() => setAsking('delete')}>
        Delete
      </Button>
      {asking === 'run' && <RunDialog rule={rule} onClose={() => setAsking(null)} />}
      {asking === 'delete' && <DeleteDialog rule={rule} onClose={() => setAsking(null)} />}
    </>
  )
}

interface Props {
  rule: Automation
  onClose: () => void
}

function RunDialog({ rule, onClose }: Props) {
  const navigate = useNavigate()
  const run = useMutation({
    mutationFn: () => flightdeck.runAutomation({ id: rule.id }),
    onSuccess: (done) => {
      queryClient.setQueryData(execution(done.id).queryKey, done)
      ageRules()
      onClose()
      const params = { id: String(rule.id) }
      void navigate({ to: '/automations/$id', params, search: { tab: 'executions', execution: done.id } })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Check it now?"
      lead={`It is in mode ${rule.mode}: ${modeNames[rule.mode]?.about} Every protection and every guard holds.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" busy={run.isPending} onClick={() => run.mutate()}>
            Check it now
          </Button>
        </>
      }
    >
      {run.error && <Problem error={run.error} />}
    </Dialog>
  )
}

function DeleteDialog({ rule, onClose }: Props) {
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => flightdeck.deleteAutomation({ id: rule.id }),
    onSuccess: async () => {
      say(`“${rule.name}” is deleted.`)
      await navigate({ to: '/automations' })
      ageRules()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete “${rule.name}”?`}
      lead="What is known of its executions is deleted with it, and they can no longer be taken back. What it changed on the platforms stays as it is."
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete the rule
          </Button>
        </>
      }
    >
      {remove.error && <Problem error={remove.error} />}
    </Dialog>
  )
}
