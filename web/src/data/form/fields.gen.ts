// Made by `npm run client` from the operations that the dashboard has forms for. Do not edit.

/** What a field that is written in takes. */
export interface FormField {
  required?: true
  minLength?: number
  maxLength?: number
}

export const formFields = {
  acceptInvite: {
    token: { required: true, minLength: 1, maxLength: 200 },
    name: { required: true, minLength: 1, maxLength: 100 },
  },
  createAdCopyTemplate: {
    name: { required: true, minLength: 1, maxLength: 200 },
    title: { maxLength: 2000 },
    description: { maxLength: 10000 },
    cta: { maxLength: 100 },
    link: { maxLength: 4000 },
  },
  createBoard: { name: { required: true, minLength: 1, maxLength: 200 }, description: { maxLength: 2000 } },
  createDraft: { name: { maxLength: 200 } },
  createKey: { name: { required: true, minLength: 1, maxLength: 100 } },
  createWebhook: { url: { required: true, minLength: 1, maxLength: 2000 }, secret: { maxLength: 200 } },
  createWorkspace: { name: { required: true, minLength: 1, maxLength: 100 }, slug: { required: true } },
  invitePerson: { email: { required: true, maxLength: 200 } },
  mailSignInLink: { email: { required: true, maxLength: 200 }, company: { maxLength: 40 } },
  renameBatch: { id: { required: true, minLength: 1, maxLength: 100 }, name: { maxLength: 200 } },
  saveView: {
    name: { required: true, minLength: 1, maxLength: 200 },
    platform: { maxLength: 50 },
    sortBy: { maxLength: 100 },
  },
  updateWorkspace: { id: { required: true, maxLength: 20 }, name: { minLength: 1, maxLength: 100 } },
} as const satisfies Record<string, Record<string, FormField>>
