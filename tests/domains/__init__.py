"""Problems whose domain is known, and how well learnt domains tell it."""
