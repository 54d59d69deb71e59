"""How strong the campaign is: errors made on purpose, one at a time, and which test finds each."""
