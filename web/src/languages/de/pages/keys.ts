import type { Texts } from '../../catalogue.ts'

export default {
  'The key is revoked. Calls with it are refused from now on.':
    'Der Schlüssel ist widerrufen. Aufrufe mit ihm werden ab jetzt abgelehnt.',
  'For scripts, agents and the command line. A key is shown once; what it may do is decided when it is made.':
    'Für Skripte, Agenten und die Kommandozeile. Ein Schlüssel wird nur einmal gezeigt; was er darf, legen Sie beim Erstellen fest.',
  'New key': 'Neuer Schlüssel',
  'Keys are for admins and owners.': 'Schlüssel sind Admins und Inhabern vorbehalten.',
  'Ask one of them for a key.': 'Bitten Sie sie um einen Schlüssel.',
  'Revoke the key': 'Schlüssel widerrufen',
  'Everything that calls with it stops working at once. This cannot be taken back.':
    'Alles, was ihn verwendet, funktioniert sofort nicht mehr. Das lässt sich nicht zurücknehmen.',
  'No keys yet.': 'Noch keine Schlüssel.',
  'Make one to call the API, or to hand it to an agent.':
    'Erstellen Sie einen, um die API aufzurufen oder ihn einem Agenten zu geben.',
  'Begins with': 'Beginnt mit',
  'Made by': 'Erstellt von',
  'Let it ask': 'Fragen lassen',
  'It asks before it spends from now on.': 'Ab jetzt fragt er, bevor er Geld ausgibt.',
  'Let it act': 'Handeln lassen',
  'It acts from now on, as far as guards let it.': 'Ab jetzt handelt er, soweit die Schutzregeln es zulassen.',
  'the operator': 'Betreiber',
  'has left': 'nicht mehr hier',
  'read: accounts, figures, batches': 'Lesen: Konten, Zahlen, Stapel',
  'launch: put ads on the platforms': 'Starten: Anzeigen auf die Plattformen bringen',
  'manage: pause, budgets, rules, library': 'Steuern: pausieren, Budgets, Regeln, Bibliothek',
  'admin: webhooks, tighter guards': 'Verwalten: Webhooks, strengere Schutzregeln',
  'A script': 'Ein Skript',
  'An agent': 'Ein Agent',
  'It acts, as far as guards let it': 'Er handelt, soweit die Schutzregeln es zulassen',
  Never: 'Nie',
  'In 30 days': 'In 30 Tagen',
  'In 90 days': 'In 90 Tagen',
  'In a year': 'In einem Jahr',
  'New API key': 'Neuer API-Schlüssel',
  'Make the key': 'Schlüssel erstellen',
  'Your new key': 'Ihr neuer Schlüssel',
  'Shown once: keep it where secrets are kept.':
    'Wird nur einmal gezeigt: Bewahren Sie ihn auf, wo Geheimnisse liegen.',
  'What uses it, as in: nightly report.': 'Wofür er ist, etwa: nächtlicher Bericht.',
  'Send it as a header, for instance:': 'Senden Sie ihn als Header, zum Beispiel:',
} satisfies Texts
