import type { Texts } from '../../catalogue.ts'

export default {
  'You belong to {name} now. Sign in there to work there.':
    'Sie gehören jetzt zu {name}. Melden Sie sich dort an, um dort zu arbeiten.',
  'Your companies': 'Ihre Unternehmen',
  'Where your address was invited before it was confirmed, somebody separate has it. Accept what is yours: their role and workspaces become yours, and what signed them in ends.':
    'Wo Ihre Adresse eingeladen wurde, bevor sie bestätigt war, gehört sie zu einem getrennten Zugang. Nehmen Sie an, was Ihnen gehört: Dessen Rolle und Bereiche werden Ihre, und bisherige Anmeldungen damit enden.',
  'signed in here': 'hier angemeldet',
  'you belong to it': 'Sie gehören dazu',
  'Accept {name}': '{name} annehmen',
  Accept: 'Annehmen',
  'The company’s currency': 'Währung des Unternehmens',
  'the currency': 'die Währung',
  'There is no rate of {missing}: totals leave out what is in it, and guards count it as unknown.':
    'Für {missing} gibt es keinen Kurs: Summen lassen diese Beträge aus, und Schutzregeln behandeln sie als unbekannt.',
  'Totals are in {currency} now.': 'Summen stehen jetzt in {currency}.',
  'no currency': 'keiner Währung',
  'Totals are in': 'Summen stehen in',
  'Three letters, such as EUR.': 'Drei Buchstaben, etwa EUR.',
  Rates: 'Kurse',
  'One is worth, in {currency}': 'Kurs in {currency}',
  it: 'dieser Währung',
  Of: 'Vom',
  'as the browser says': 'wie im Browser',
  Language: 'Sprache',
  'Language of the dashboard': 'Sprache der Oberfläche',
  'Mails to you are in the language that is chosen here; where the browser says it, in English.':
    'Mails an Sie sind in der Sprache, die Sie hier wählen; wenn der Browser sie bestimmt, auf Englisch.',
  'What waits for my approval': 'Was auf meine Freigabe wartet',
  'Launches with ads that failed': 'Starts mit fehlgeschlagenen Anzeigen',
  'Caps of spend guards that are reached': 'Erreichte Obergrenzen von Schutzregeln',
  Mails: 'E-Mails',
  'what you are mailed about': 'die E-Mail-Einstellungen',
  'New passkeys of yours, and new admin keys to admins, are always mailed.':
    'Über neue eigene Passkeys, und als Admin über neue Admin-Schlüssel, werden Sie immer per E-Mail informiert.',
  'Your address was not confirmed yet, so nothing of the company is mailed there. Have a link mailed on the sign-in page, and open it.':
    'Ihre Adresse ist noch nicht bestätigt, deshalb geht nichts vom Unternehmen dorthin. Lassen Sie sich auf der Anmeldeseite einen Link mailen, und öffnen Sie ihn.',
  'The passkey is kept: next time it signs you in.':
    'Der Passkey ist gespeichert: Beim nächsten Mal melden Sie sich damit an.',
  'The passkey is removed.': 'Der Passkey ist entfernt.',
  Passkeys: 'Passkeys',
  'No passkey yet.': 'Noch kein Passkey.',
  'With one you sign in by fingerprint, face or security key instead of a link.':
    'Damit melden Sie sich per Fingerabdruck, Gesicht oder Sicherheitsschlüssel an statt mit einem Link.',
  'Name of a new passkey': 'Name eines neuen Passkeys',
  'This laptop': 'Dieser Laptop',
  'Make a passkey': 'Passkey erstellen',
  '{name}, {role} of {name2}': '{name}, {role} bei {name2}',
  'That session has ended.': 'Diese Sitzung ist beendet.',
  'Where you are signed in': 'Wo Sie angemeldet sind',
  Sessions: 'Sitzungen',
  Browser: 'Browser',
  Address: 'Adresse',
  'this browser': 'dieser Browser',
  'End session {id}': 'Sitzung {id} beenden',
  'By##how somebody signed in': 'Angemeldet mit',
} satisfies Texts
