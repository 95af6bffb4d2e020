import { useState } from 'react'
import type { Person } from '../../../../client/src/index.ts'
import { updatePerson } from '../../data/session/people.ts'
import { useWrite } from '../../data/client/write.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { WorkspaceBoxes } from './workspace-boxes.tsx'
import { t } from '../../languages/t.ts'

export function PersonWorkspaces({ person, onClose }: { person: Person; onClose: () => void }) {
  const [workspaceIds, setIds] = useState(person.workspaceIds)
  const keep = useWrite(updatePerson, {
    done: t('Kept; it holds from the next click on.'),
    then: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Where {name} works', { name: person.name })}
      lead={t('They see the ad accounts of these workspaces alone.')}
      actions={
        <Button look="main" busy={keep.isPending} onClick={() => keep.mutate({ id: person.id, workspaceIds })}>
          {t('Keep')}
        </Button>
      }
    >
      <WorkspaceBoxes chosen={workspaceIds} onChange={setIds} />
      <Problem error={keep.error} />
    </Dialog>
  )
}
