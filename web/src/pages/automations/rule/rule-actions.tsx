import { useNavigate } from '@tanstack/react-router'
import { Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Automation } from '../../../../../client/src/index.ts'
import { deleteRule, runRule } from '../../../data/automations.ts'
import { useMay } from '../../../data/session/session.ts'
import { useWrite } from '../../../data/client/write.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { RuleSwitch } from '../list/rule-switch.tsx'
import { modeNames } from '../words/names.ts'
import { t } from '../../../languages/t.ts'

/** On or off, check it now, delete it. */
export function RuleActions({ rule }: { rule: Automation }) {
  const may = useMay('manage')
  const [asking, setAsking] = useState<'run' | 'delete' | null>(null)
  return (
    <>
      <span className="mr-1 inline-flex items-center gap-2">
        <RuleSwitch rule={rule} />
        {rule.enabled ? t('On##switched on') : t('Off##switched off')}
      </span>
      <Button disabled={!may} icon={<Play size={15} aria-hidden />} onClick={() => setAsking('run')}>
        {t('Run now')}
      </Button>
      <Button disabled={!may} icon={<Trash2 size={15} aria-hidden />} onClick={() => setAsking('delete')}>
        {t('Delete')}
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
  const run = useWrite(runRule, {
    then: (done) => {
      onClose()
      const params = { id: String(rule.id) }
      void navigate({ to: '/automations/$id', params, search: { tab: 'executions', execution: done.id } })
    },
  })
  return (
    <Confirm
      onClose={onClose}
      title={t('Check it now?')}
      lead={t('It is in mode {mode}: {about} Every protection and every guard holds.', {
        mode: rule.mode,
        about: String(modeNames[rule.mode]?.about),
      })}
      keep={t('Cancel')}
      action={t('Check it now')}
      of={run}
      input={{ id: rule.id }}
    />
  )
}

function DeleteDialog({ rule, onClose }: Props) {
  const navigate = useNavigate()
  const remove = useWrite(deleteRule, {
    done: t('“{name}” is deleted.', { name: rule.name }),
    then: () => navigate({ to: '/automations' }),
  })
  return (
    <Confirm
      onClose={onClose}
      title={t('Delete “{name}”?', { name: rule.name })}
      lead={t(
        'What is known of its executions is deleted with it, and they can no longer be taken back. What it changed on the platforms stays as it is.',
      )}
      keep={t('Keep it')}
      action={t('Delete the rule')}
      danger
      of={remove}
      input={{ id: rule.id }}
    />
  )
}
