import { useState } from 'react'
import type { Connection } from '../../../../client/src/index.ts'
import { addConnection } from '../../data/connections.ts'
import { platformOptions, titleOf } from '../../data/platforms.ts'
import { useWrite } from '../../data/client/write.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Problem } from '../../ui/problem.tsx'
import { fieldsIn } from './paste-fields.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

interface Props {
  platforms: string[]
  onClose: () => void
  onAdded: (connection: Connection) => void
}

/** For whoever has a token or keys already. Nothing of them is shown again. */
export function Paste({ platforms, onClose, onAdded }: Props) {
  const [platform, setPlatform] = useState(platforms[0] ?? '')
  const [label, setLabel] = useState('main')
  const [text, setText] = useState('')
  const [unread, setUnread] = useState<string | null>(null)
  const add = useWrite(addConnection, {
    done: ({ platform: name }) =>
      t('{name} is connected. What you pasted is sealed and never shown again.', { name: titleOf(name) }),
    then: onAdded,
  })
  const press = () => {
    const credentials = fieldsIn(text)
    setUnread(credentials ? null : t('It has to be a JSON object of texts, or the bare token.'))
    if (credentials) add.mutate({ platform, label, credentials })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Paste a token or keys')}
      lead={t('The platform is asked at once what they open; what it refuses is not kept.')}
      actions={
        <Button look="main" busy={add.isPending} disabled={text.trim() === ''} onClick={press}>
          {t('Connect')}
        </Button>
      }
    >
      <SelectField label={t('Platform')} options={platformOptions(platforms)} value={platform} onChange={setPlatform} />
      <TextField
        label={t('What to call it')}
        value={label}
        maxLength={100}
        onChange={(event) => setLabel(event.target.value)}
      />
      <TextArea
        label={t('Token or keys')}
        hint={rich('A JSON object such as {example}, or the bare token where a token is all it takes.', {
          example: <code data-for-programs>{'{ "accessToken": "…" }'}</code>,
        })}
        problem={unread}
        rows={5}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Problem error={add.error} />
    </Dialog>
  )
}
