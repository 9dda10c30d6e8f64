// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_contact_changes.h - contacts that commands change between two runs.

#ifndef AB_XML_CONTACT_CHANGES_H
#define AB_XML_CONTACT_CHANGES_H

#include "abut/definitions.h"
#include "read/motionsolve/xml_types.h"

// Adds to the model what commands make of a contact while the run goes on. Its rules, of which
// `rule` is one, were added last.
void ab_xml_contact_changes(abXmlReader *reader, abXmlThing *contact, const abContactRuleDef *rule);

#endif
