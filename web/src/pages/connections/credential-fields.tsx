import type { GetOauthAppReply } from '../../../../client/src/index.ts'
import { TextField } from '../../ui/field.tsx'
import { Said } from '../../ui/words/said.tsx'
import { t } from '../../languages/t.ts'

type Values = Record<string, string>

interface Props {
  fields: GetOauthAppReply['fields']
  values: Values
  onChange: (values: Values) => void
}

/** What opens something, field by field: nothing of it is kept by the browser or shown again. */
export function CredentialFields({ fields, values, onChange }: Props) {
  return fields.map(({ name, description, secret, required }) => (
    <TextField
      key={name}
      label={required ? name : t('{name} (may be left out)', { name })}
      hint={<Said>{description}</Said>}
      type={secret ? 'password' : 'text'}
      autoComplete="off"
      spellCheck={false}
      value={values[name] ?? ''}
      onChange={(event) => onChange({ ...values, [name]: event.target.value })}
    />
  ))
}
