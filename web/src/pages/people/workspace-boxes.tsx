import { useWorkspaces } from '../../data/session/workspaces.ts'
import { Checkbox } from '../../ui/field.tsx'
import { t } from '../../languages/t.ts'

/** In which workspaces somebody works; none chosen: all. */
export function WorkspaceBoxes({ chosen, onChange }: { chosen: number[]; onChange: (next: number[]) => void }) {
  const workspaces = useWorkspaces().data ?? []
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 text-[13px] font-medium">{t('Workspaces (none chosen: all of them)')}</legend>
      {workspaces.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(Number(id))}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, Number(id)] : chosen.filter((other) => other !== Number(id)))
          }
        />
      ))}
    </fieldset>
  )
}
