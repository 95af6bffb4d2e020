import { X } from 'lucide-react'
import { useState } from 'react'
import { useAccounts } from '../../../data/accounts.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { AdSets } from '../../creatives/ad-sets.tsx'
import type { Action } from './draft.ts'
import { useEditing } from './editing.tsx'
import { t } from '../../../languages/t.ts'

interface Props {
  path: string
  value: Action
}

/** Into which ad sets, chosen by name, and what becomes of its other ads. */
export function Graduated({ path, value }: Props) {
  const { set } = useEditing()
  const [isOpen, setOpen] = useState(false)
  const [names, setNames] = useState<Record<string, string>>({})
  const chosen = Array.isArray(value.adSetIds) ? value.adSetIds.map(String) : []
  const put = (ids: readonly string[]) => set(`${path}.adSetIds`, [...ids])
  return (
    <>
      <ul aria-label={t('Ad sets that it goes into')} className="flex min-w-48 flex-1 flex-wrap items-center gap-1.5">
        {chosen.map((id) => (
          <li key={id} className="flex items-center gap-1 rounded-md border bg-surface pl-2 text-[13px]">
            <span title={id}>{names[id] ?? id}</span>
            <IconButton
              small
              label={t('Leave out {name}', { name: names[id] ?? id })}
              icon={<X size={13} aria-hidden />}
              onClick={() => put(chosen.filter((one) => one !== id))}
            />
          </li>
        ))}
        <li>
          <Button small onClick={() => setOpen(true)}>
            {t('Choose ad sets')}
          </Button>
        </li>
      </ul>
      <Checkbox
        label={t('pause its other ads')}
        checked={value.pauseOthers === true}
        onChange={({ target }) => set(`${path}.pauseOthers`, target.checked || undefined)}
      />
      {isOpen && (
        <Choose
          chosen={chosen}
          onChange={(ids, { id, name }) => {
            setNames({ ...names, [id]: name })
            put(ids)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface ChooseProps {
  chosen: string[]
  onChange: (ids: readonly string[], pressed: { id: string; name: string }) => void
  onClose: () => void
}

function Choose({ chosen, onChange, onClose }: ChooseProps) {
  const { rule } = useEditing()
  const { accountIds = [], platform } = rule.scope ?? {}
  const accounts = (useAccounts().data ?? []).filter(
    (account) =>
      account.platform === (platform ?? account.platform) &&
      (accountIds.length === 0 || accountIds.includes(account.id)),
  )
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('Ad sets that winners go into')}
      actions={
        <Button look="main" onClick={onClose}>
          {t('Done##closes what is filled in')}
        </Button>
      }
    >
      <AdSets accounts={accounts} first={accounts[0]?.id ?? ''} chosen={chosen} onChange={onChange} />
    </Dialog>
  )
}
