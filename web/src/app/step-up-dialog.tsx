import { Fingerprint } from 'lucide-react'
import { root } from '../data/client/root.ts'
import { stepUp } from '../data/session/session.ts'
import { useStepUp } from '../data/session/step-up.ts'
import type { StepUp } from '../data/session/step-up.ts'
import { useWrite } from '../data/client/write.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Problem } from '../ui/problem.tsx'
import { rich } from '../languages/rich.ts'
import { t } from '../languages/t.ts'

/** Opens by itself when something needs a fresh sign-in; what was asked for goes on by itself afterwards. */
export function StepUpDialog() {
  const wanted = useStepUp()
  return wanted && <StepUpQuestion {...wanted} />
}

function StepUpQuestion({ methods, message, end }: StepUp) {
  const byPasskey = useWrite(stepUp, { then: () => end(true) })
  const hasPasskey = methods.includes('passkey')
  const hasProvider = methods.includes('oidc')
  return (
    <Dialog
      open
      onClose={() => end(false)}
      title={t('Confirm that it is you')}
      lead={t(
        'What you are about to do opens more doors, so it needs a sign-in of the last minutes. It then goes on by itself.',
      )}
      actions={
        <>
          <Button onClick={() => end(false)}>{t('Leave it')}</Button>
          {(hasProvider || !hasPasskey) && (
            <Button onClick={() => end(true)}>{t('I have signed in again: go on')}</Button>
          )}
          {hasPasskey && (
            <Button
              look="main"
              icon={<Fingerprint size={16} aria-hidden />}
              busy={byPasskey.isPending}
              onClick={() => byPasskey.mutate()}
            >
              {t('Use your passkey')}
            </Button>
          )}
        </>
      }
    >
      {hasProvider && (
        <p>
          {rich('<link>Sign in at your identity provider</link> in another tab, then go on here.', {
            link: (inner) => (
              <a
                className="font-medium underline"
                href={`${root}/v1/session/oidc?stepUp=true`}
                target="_blank"
                rel="noreferrer"
              >
                {inner}
              </a>
            ),
          })}
        </p>
      )}
      {!hasPasskey && !hasProvider && <p>{message}</p>}
      <Problem error={byPasskey.error} />
    </Dialog>
  )
}
