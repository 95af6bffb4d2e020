import { assistants, connectAssistant, readConsentRequest, revokeAssistant } from '../v1/assistants.ts'
import {
  confirmInvitePerson,
  deleteInvite,
  deletePerson,
  invitePerson,
  invites,
  patchPerson,
  people,
} from '../v1/people/index.ts'
import { instance } from '../v1/instance.ts'
import { createKey, deleteKey, keys, patchKey } from '../v1/keys/index.ts'
import { createPasskey, deletePasskey, passkeyOptions, passkeys } from '../v1/passkeys.ts'
import { acceptOwnCompany, ownCompanies } from '../v1/session/companies.ts'
import { renameOneself, signInByLink, signOut } from '../v1/session/index.ts'
import { oidcCallback, oidcSignIn } from '../v1/session/oidc.ts'
import { passkeySignInOptions, signInByPasskey } from '../v1/session/passkey.ts'
import { stepUp } from '../v1/session/step-up.ts'
import { mailSignInLink } from '../v1/session/link.ts'
import { changeMailWishes, readMailWishes } from '../v1/session/mails.ts'
import { signInMethods } from '../v1/session/methods.ts'
import { endOneSession, sessions } from '../v1/sessions.ts'
import { olderAcceptInvite, olderInvite } from '../api/invites.ts'
import { olderUsers } from '../api/users.ts'
import { olderCreateWorkspace, olderWorkspaces } from '../api/workspaces.ts'
import { addWorkspace, patchWorkspace, removeWorkspace } from '../v1/workspaces.ts'
import type { Operation } from '../../call/operation.ts'

/** Who may come in, and what they may do: the dashboard's part of the table. */
export const peopleOperations: Operation[] = [
  assistants,
  readConsentRequest,
  connectAssistant,
  revokeAssistant,
  olderWorkspaces,
  olderCreateWorkspace,
  olderUsers,
  olderInvite,
  olderAcceptInvite,
  signInMethods,
  mailSignInLink,
  signInByLink,
  signOut,
  renameOneself,
  passkeySignInOptions,
  signInByPasskey,
  oidcSignIn,
  oidcCallback,
  stepUp,
  ownCompanies,
  acceptOwnCompany,
  readMailWishes,
  changeMailWishes,
  sessions,
  endOneSession,
  passkeyOptions,
  createPasskey,
  passkeys,
  deletePasskey,
  keys,
  createKey,
  patchKey,
  deleteKey,
  people,
  patchPerson,
  deletePerson,
  invites,
  invitePerson,
  confirmInvitePerson,
  deleteInvite,
  addWorkspace,
  patchWorkspace,
  removeWorkspace,
  instance,
]
