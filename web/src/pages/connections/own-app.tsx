import { useState } from 'react'
import type { GetOauthAppReply } from '../../../../client/src/index.ts'
import { useWrite } from '../../data/client/write.ts'
import { deleteOAuthApp, setOAuthApp, useOAuthApp } from '../../data/connections.ts'
import { useSession } from '../../data/session/session.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { ShownOnce } from '../../ui/dialogs/once.tsx'
import { moment } from '../../ui/words/format.ts'
import { Card } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { CredentialFields } from './credential-fields.tsx'
import { t } from '../../languages/t.ts'

/** Whose app consents are asked for with, and the company's own. */
export function OwnApp({ platform }: { platform: string }) {
  const app = useOAuthApp(platform)
  return (
    <Card title={t('The app that asks')}>
      <Answer of={app} what={t('the app')}>
        {(data) => <AppOf key={data.setAt} app={data} />}
      </Answer>
    </Card>
  )
}

const sources: Record<GetOauthAppReply['source'], string> = {
  company: t('The company’s own app is used.'),
  installation: t('The app of whoever runs Flightdeck is used. A company may set its own.'),
  sandbox: t('The simulator’s app is used.'),
  none: t('The platform has to know an app first: one of its developer console. Nobody has set one yet.'),
}

function AppOf({ app }: { app: GetOauthAppReply }) {
  const { platform, source, setBy, setAt, redirectUrl, redirectRule } = app
  const isOwner = useSession().data?.person.role === 'owner'
  const [forgetting, setForgetting] = useState(false)
  const forget = useWrite(deleteOAuthApp, { done: t('Forgotten.'), then: () => setForgetting(false) })
  return (
    <div className="flex flex-col gap-3">
      <p>{sources[source]}</p>
      {setBy !== null && (
        <p className="text-[13px] text-muted">{t('Set by {setBy}, {setAt}.', { setBy, setAt: moment(setAt) })}</p>
      )}
      <ShownOnce label={t('The console has to list this address, to the letter:')} text={redirectUrl} />
      {redirectRule !== null && <p className="text-[13px] text-muted">{redirectRule}</p>}
      {isOwner ? (
        <AppForm app={app} />
      ) : (
        <p className="text-[13px] text-muted">{t('An owner may set the company’s own.')}</p>
      )}
      {isOwner && source === 'company' && (
        <Button small className="self-start" onClick={() => setForgetting(true)}>
          {t('Forget the company’s own app')}
        </Button>
      )}
      {forgetting && (
        <Confirm
          onClose={() => setForgetting(false)}
          title={t('Forget the company’s own app?')}
          action={t('Forget it')}
          danger
          of={forget}
          input={{ platform }}
        >
          {t('Connections that were made with it go on until they have to be consented to again.')}
        </Confirm>
      )}
    </div>
  )
}

function AppForm({ app: { platform, source, fields } }: { app: GetOauthAppReply }) {
  const [values, setValues] = useState<Record<string, string>>({})
  const keep = useWrite(setOAuthApp, { done: t('The app is kept, sealed.'), then: () => setValues({}) })
  const isReady = fields.every(({ name, required }) => !required || (values[name] ?? '').trim() !== '')
  const credentials = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
  return (
    <details open={source === 'none'}>
      <summary className="cursor-pointer text-accent">
        {source === 'company' ? t('Replace the company’s own app') : t('Set the company’s own app')}
      </summary>
      <form
        className="mt-2 flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          keep.mutate({ platform, credentials })
        }}
      >
        <CredentialFields fields={fields} values={values} onChange={setValues} />
        <Problem error={keep.error} />
        <Button type="submit" className="self-start" busy={keep.isPending} disabled={!isReady}>
          {t('Keep it')}
        </Button>
      </form>
    </details>
  )
}
